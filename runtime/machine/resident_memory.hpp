#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <hg/runtime/program/element.hpp>

namespace hg {

class ResidentBlock;

/// Memory of one device that keeps its contents from run to run, for the resident registers of programs. It comes
/// from Machine::allocate_resident() and counts against the device's memory until it is freed. What it holds is
/// undefined until a run writes it, and after a run that wrote to it and failed.
///
///     hg::ResidentMemory x = machine.allocate_resident(0, hg::ElementType::f64, n);
///     machine.run(fill, hg::Bindings{}.resident("x", x).matrix("X", data, n));
///     machine.run(step, hg::Bindings{}.resident("x", x));
///
/// Copies are the same memory; the last of them frees it, once no run uses it. If its device is lost or its machine
/// is destroyed, it is lost. An object is not thread-safe, different copies are.
class ResidentMemory {
  public:
    /// No memory.
    ResidentMemory() = default;

    /// False for no memory. The functions below need true.
    explicit operator bool() const noexcept { return block_ != nullptr; }
    /// Position of its device in its machine.
    [[nodiscard]] std::size_t device() const noexcept;
    /// Of all its elements.
    [[nodiscard]] ElementType type() const noexcept;
    /// How many elements it has room for.
    [[nodiscard]] std::int64_t elements() const noexcept;
    /// Bytes of device memory.
    [[nodiscard]] std::int64_t bytes() const noexcept;
    /// True once its contents are gone, with its device or its machine. Runs that bind it throw Error{device_lost}.
    [[nodiscard]] bool lost() const noexcept;

  private:
    friend class Machine;
    friend class CheckedBindings;
    explicit ResidentMemory(std::shared_ptr<ResidentBlock> block) : block_(std::move(block)) {}

    std::shared_ptr<ResidentBlock> block_;
};

}  // namespace hg
