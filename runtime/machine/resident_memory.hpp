#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <hg/runtime/program/element.hpp>

namespace hg {

class ResidentBlock;

/// Memory of one device that keeps its contents between runs, for the resident registers of programs.
/// Machine::allocate_resident() returns it. It counts against the device's memory until it is freed. Its
/// contents are undefined until a run writes them, and after a run that wrote to it and failed.
///
///     hg::ResidentMemory x = machine.allocate_resident(0, hg::ElementType::f64, n);
///     machine.run(fill, hg::Bindings{}.resident("x", x).matrix("X", data, n));
///     machine.run(step, hg::Bindings{}.resident("x", x));
///
/// Copies refer to the same memory; the last copy frees it once no run uses it. The memory is lost if its
/// device is lost or its machine is destroyed. One object is not thread-safe, but different copies are.
class ResidentMemory {
  public:
    /// Makes an object without memory.
    ResidentMemory() = default;

    /// Returns false if the object has no memory. The functions below require true.
    explicit operator bool() const noexcept { return block_ != nullptr; }
    /// Returns the position of its device in its machine.
    [[nodiscard]] std::size_t device() const noexcept;
    /// Returns the type of all its elements.
    [[nodiscard]] ElementType type() const noexcept;
    /// Returns the number of elements that it has room for.
    [[nodiscard]] std::int64_t elements() const noexcept;
    /// Returns the size in bytes of device memory.
    [[nodiscard]] std::int64_t bytes() const noexcept;
    /// Returns true once its contents are lost together with its device or its machine. Runs that bind it
    /// then throw Error{device_lost}.
    [[nodiscard]] bool lost() const noexcept;

  private:
    friend class Machine;
    friend class CheckedBindings;
    explicit ResidentMemory(std::shared_ptr<ResidentBlock> block) : block_(std::move(block)) {}

    std::shared_ptr<ResidentBlock> block_;
};

}  // namespace hg
