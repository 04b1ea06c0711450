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

/// The result of one operation on vectors of one size.
struct MemoryResult {
    MemoryOperation operation = MemoryOperation::copy;
    ElementType type = ElementType::f64;
    std::int64_t size = 0;  ///< bytes of a vector; 0 for on-chip memory
    double bytes = 0;       ///< read and written in a launch
    LaunchTimes times;
    std::string kernel;  ///< the fastest kernel

    [[nodiscard]] double rate() const noexcept { return bytes / times.best; }  ///< the best rate in bytes/s
};

/// Measures the rates of a device's memories with hg's own kernels. The result for each size is that of the
/// fastest of several kernels; once a launch takes long, only the best kernels for the previous size are
/// tried. Times come from the device's clock. Results are checked on the device, and a wrong one is an
/// Error{device_failed}. Only one thread may use this.
class MemoryProbe {
  public:
    /// Allocates three vectors of up to `largest` bytes each. Throws Error{out_of_memory},
    /// Error{device_failed}.
    MemoryProbe(DeviceWork& work, std::int64_t largest);

    /// Measures with vectors of as many elements as fit into `size` bytes, up to the largest; for on-chip
    /// memory, `size` has no effect. Returns no samples if no kernel fits into the device's local memory.
    MemoryResult measure(MemoryOperation operation, ElementType type, std::int64_t size);

  private:
    struct Trial {
        MemoryKernel kernel;
        double seconds = 0;
    };

    /// The kernels to try for vectors of `n` or more elements.
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
    ElementType filled_ = ElementType::i32;  ///< the type of the pattern in A and B
    std::map<std::pair<MemoryOperation, ElementType>, Promising> promising_;
    std::vector<std::string> sound_;  ///< kernels that have given correct results
};

}  // namespace hg
