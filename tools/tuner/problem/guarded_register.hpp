#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/machine/measure/device_work.hpp"
#include <hg/runtime/program/location.hpp>

namespace hg::kernels {

/// A register in host memory, guards and all.
using Storage = std::vector<std::byte>;

/// A matrix in a device's memory, column-major, rows x cols elements, columns `ld` elements apart. What lies
/// between its last row and ld, and `guard_cols` columns after its last one, are guards: NaN of a known
/// pattern, which no kernel may change and none can use unnoticed.
///
///     |<-- cols -->|<- guard ->|
///     +------------+-----------+ ---
///     |  elements  |           |  rows
///     +------------+   guard   | ---
///     |   guard    |           |
///     +------------+-----------+ --- ld
class GuardedRegister {
  public:
    /// `shape` has its ld. Throws Error{out_of_memory}, Error{device_failed}.
    GuardedRegister(DeviceWork& work, const Register& shape, std::int64_t guard_cols)
        : shape_(shape), whole_(shape) {
        whole_.rows = shape.ld;
        whole_.cols += guard_cols;
        memory_ = work.device().allocate(whole_.bytes());
    }

    [[nodiscard]] const Register& shape() const noexcept { return shape_; }
    /// The matrix as kernels see it.
    [[nodiscard]] LiveRegister seen() const { return {shape_, memory_.get()}; }
    /// The matrix with its guards.
    [[nodiscard]] LiveRegister whole() const { return {whole_, memory_.get()}; }

    /// Host memory for the matrix with its guards: all of it guard.
    [[nodiscard]] Storage all_guard() const;
    /// Whether what came back from the device has its guards as they were.
    [[nodiscard]] bool guards_untouched(const Storage& storage) const;

  private:
    Register shape_;
    Register whole_;
    std::unique_ptr<DeviceMemory> memory_;
};

}  // namespace hg::kernels
