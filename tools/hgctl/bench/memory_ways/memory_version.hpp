#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

/// The kernel of a version that is not the CPU's, for matrices of order n.
hg::kernels::GemmParameters kernel_of(const MemoryVersion& version, hg::ElementType type, std::int64_t n,
                                      const hg::kernels::Database& database, const hg::DeviceModel& device);

}  // namespace hgctl
