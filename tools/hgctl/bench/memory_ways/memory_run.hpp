#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/peers/peer.hpp"
#include "tools/workload/matrices/npy.hpp"
#include "tools/workload/timing/samples.hpp"
#include <hg/kernels/database.hpp>

namespace hgctl {

/// A way to compute C = A B that `hgctl bench memory` times.
enum class MemoryWay : std::uint8_t {
    cpu_one,          ///< hg's own product on one thread of the CPU
    cpu_all,          ///< the same on all threads
    cpu_blas,         ///< the CPU's BLAS, with as many threads as it takes
    global,           ///< A and B in global memory, the sum in C: read and written at each step
    global_register,  ///< A and B in global memory, the sum in a register
    local,            ///< square tiles of A and B in local memory
    tuned             ///< the kernel that the database of tuned kernels chooses
};

struct MemoryVersion {
    MemoryWay way = MemoryWay::global;
    int block = 0;  ///< edge of the tiles; of `local` alone

    [[nodiscard]] bool on_cpu() const noexcept { return way <= MemoryWay::cpu_blas; }
    /// True if its kernel is in plain OpenCL C, which other compilers translate.
    [[nodiscard]] bool is_plain() const noexcept { return !on_cpu() && way != MemoryWay::tuned; }
    /// The word for it on the command line: "cpu-1", "cpu", "blas", "global", "register", "local", "tuned".
    [[nodiscard]] std::string word() const;
    /// The word, with the edge behind it if there is one: "local 16".
    [[nodiscard]] std::string label() const;

    friend bool operator==(const MemoryVersion&, const MemoryVersion&) = default;
};

/// The words of all versions, in their order.
std::vector<std::string> memory_version_words();

/// The versions of these words; `local` once for each edge.
std::vector<MemoryVersion> memory_versions(const std::vector<std::string>& words,
                                           const std::vector<int>& blocks);

/// What one `hgctl bench memory` is to measure.
struct MemoryPlan {
    std::vector<MemoryVersion> versions;
    std::vector<std::int64_t> sizes;
    hg::ElementType type = hg::ElementType::f64;
    int runs = 3;  ///< of each row, fewer if they take long
    int warmup = 1;
};

/// Where the seconds of one product went. The CPU's versions have the kernel's time alone.
struct MemoryTimes {
    double allocation = 0;  ///< of A, B and C in the device's memory
    double in = 0;          ///< A and B to the device
    double build = 0;      ///< compiling, and what the first launch takes longer than the best; once a kernel
    double kernel = 0;     ///< from the launch until the host knows of its end
    double out = 0;        ///< C back to the host
    double by_device = 0;  ///< the kernel's by the device's own clock; 0 if it tells none

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
    Samples kernels, totals;            ///< of all runs
    int runs = 0;
    double error = 0;      ///< in units of the bound that hg holds to; good up to 1
    std::string left_out;  ///< why there are no figures; empty: there are

    [[nodiscard]] double rate() const { return hg::gemm_flops(n, n, n) / times.kernel; }
};

struct MemoryRun {
    MemoryPlan plan;
    std::vector<std::string> devices;
    std::size_t peers = 0;        ///< how many of the devices, the last ones, run other compilers' kernels
    std::vector<MemoryRow> rows;  ///< by size, then the CPU's, then each device's
    NpyMatrix last;               ///< C of the last row that was measured
    bool interrupted = false;     ///< rows are missing
};

/// Throws hg::Error{invalid_argument} with the largest n that fits if a size does not fit a device.
void require_fits(const MemoryPlan& plan, const OneDevice& device);

using KernelPeers = std::vector<std::unique_ptr<KernelPeer>>;

/// Measures all rows, those of `peers` as further devices, until `stop` is true, and shows how far it has
/// come. Kernels are compiled anew, unless the driver keeps them. Throws what the devices throw.
MemoryRun run_memory(const MemoryPlan& plan, const std::vector<OneDevice>& devices,
                     const hg::kernels::Database& database, const KernelPeers& peers,
                     const std::function<bool()>& stop);

}  // namespace hgctl
