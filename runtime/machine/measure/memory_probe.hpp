#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/measure/device_work.hpp"
#include "runtime/machine/measure/kernels/memory_kernel.hpp"

namespace hg {

/// What one operation reached on vectors of one size.
struct MemoryResult {
    MemoryOperation operation = MemoryOperation::copy;
    ElementType type = ElementType::f64;
    std::int64_t size = 0;  ///< bytes of a vector; 0 for memory on the chip
    double bytes = 0;       ///< read and written in a launch
    LaunchTimes times;
    std::string kernel;  ///< the fastest

    [[nodiscard]] double rate() const noexcept { return bytes / times.best; }  ///< bytes/s, the best
};

/// Measures what a device's memories carry, with kernels of hg's own. For each size the fastest of a few
/// kernels counts; if a launch of a size takes long, from there on only the best of the size before are
/// tried. Times are the device's own. Results are checked on the device: a kernel that gives wrong ones is an
/// Error{device_failed}. Used by one thread.
class MemoryProbe {
  public:
    /// Allocates three vectors of up to `largest` bytes each. Throws Error{out_of_memory},
    /// Error{device_failed}.
    MemoryProbe(DeviceWork& work, std::int64_t largest);

    /// Vectors of `size` bytes, as many as whole elements fit, up to the largest; of memory on the chip what
    /// `size` is does not count. No samples if no kernel fits the device's local memory.
    MemoryResult measure(MemoryOperation operation, ElementType type, std::int64_t size);

  private:
    struct Trial {
        MemoryKernel kernel;
        double seconds = 0;
    };

    /// Kernels worth a trial for vectors of `n` elements and more.
    struct Promising {
        std::int64_t n = 0;
        std::vector<MemoryKernel> kernels;
    };

    KernelCall call_of(const MemoryKernel& kernel, std::int64_t n) const;
    LiveRegister vector(std::size_t which, ElementType type, std::int64_t n) const;
    LiveRegister counts(std::int64_t rows) const;
    std::int64_t total(std::int64_t rows);
    void fill(ElementType type);
    void require_right(const MemoryKernel& kernel, std::int64_t n);
    std::vector<Trial> trials(MemoryOperation operation, ElementType type, std::int64_t n);
    MemoryResult measure_on_chip(MemoryOperation operation, ElementType type);

    DeviceWork& work_;
    std::int64_t largest_;
    std::unique_ptr<DeviceMemory> vectors_[3];
    std::unique_ptr<DeviceMemory> counts_;
    ElementType filled_ = ElementType::i32;  ///< of what A and B hold the pattern
    std::map<std::pair<MemoryOperation, ElementType>, Promising> promising_;
    std::vector<std::string> sound_;  ///< kernels that were right once
};

}  // namespace hg
