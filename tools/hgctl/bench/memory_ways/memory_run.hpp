#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/bench/memory_ways/memory_version.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/workload/matrices/npy.hpp"

namespace hgctl {

/// What one `hgctl bench memory` is to measure.
struct MemoryPlan {
    std::vector<MemoryVersion> versions;
    std::vector<std::int64_t> sizes;
    hg::ElementType type = hg::ElementType::f64;
    int runs = 3;  ///< of each row, fewer if they take long
};

/// Where the seconds of one product went. The CPU's versions have the kernel's time alone.
struct MemoryTimes {
    double allocation = 0;  ///< of A, B and C in the device's memory
    double in = 0;          ///< A and B to the device
    double build = 0;   ///< compiling, and what the first launch takes longer than the best; once a kernel
    double kernel = 0;  ///< from the launch until the host knows of its end
    double out = 0;     ///< C back to the host

    /// As the literature counts: without the build, and without the way in.
    [[nodiscard]] double total() const noexcept { return allocation + kernel + out; }
};

/// One version at one size on one device, or on the CPU: measured, or left out.
struct MemoryRow {
    MemoryVersion version;
    std::int64_t n = 0;
    std::optional<std::size_t> device;  ///< position in MemoryRun::devices; none: the CPU
    std::string kernel;                 ///< the instruction's name, or the CPU's library
    MemoryTimes times;                  ///< of the run with the least total
    double device_seconds = 0;          ///< of the kernel, by the device's own clock; 0 if it tells none
    int runs = 0;
    double error = 0;      ///< against the CPU's BLAS, in units of the bound that hg holds to; good up to 1
    std::string left_out;  ///< why there are no figures; empty: there are

    [[nodiscard]] double rate() const { return hg::gemm_flops(n, n, n) / times.kernel; }
};

struct MemoryRun {
    MemoryPlan plan;
    std::vector<std::string> devices;
    std::vector<MemoryRow> rows;  ///< by size, then the CPU's, then each device's
    NpyMatrix last;               ///< C of the last row that was measured
    bool interrupted = false;     ///< rows are missing
};

/// Throws hg::Error{invalid_argument} with the largest n that fits if a size does not fit a device.
void require_fits(const MemoryPlan& plan, const OneDevice& device);

/// What is called before each row.
struct MemoryProgress {
    std::function<void(const std::string&)> say;  ///< is told what comes
    std::function<bool()> stop;                   ///< true: no more rows
};

/// Measures all rows. Kernels are compiled anew, unless the driver keeps them. Throws what the devices throw.
MemoryRun run_memory(const MemoryPlan& plan, const std::vector<OneDevice>& devices,
                     const hg::kernels::Database& database, const MemoryProgress& progress);

}  // namespace hgctl
