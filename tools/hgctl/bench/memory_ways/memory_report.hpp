#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/bench/memory_ways/memory_run.hpp"
#include "tools/report/json.hpp"

namespace hgctl {

/// What local memory saves against one of the kernels that read A and B from global memory, as shares of its
/// time; below 0 if it costs time.
struct Saving {
    double kernel = 0;
    double total = 0;
    std::optional<int> pays_from;  ///< the edge from which all kernels are faster; none: there is none
};

/// Of one device at one size.
struct LocalGain {
    std::size_t device = 0;
    std::int64_t n = 0;
    int block = 0;  ///< the edge whose kernel is fastest
    std::optional<Saving> over_global;
    std::optional<Saving> over_register;
};

/// For each size and device with a row through local memory.
std::vector<LocalGain> local_gains(const MemoryRun& run);

inline constexpr const char* kGainsHeading =
    "Time that local memory saves with its best edge, in per cent of the kernel from global memory, and the "
    "edge "
    "from which it is faster";

/// "C := A B in f64, n x n matrices from and to host memory, best of 3 runs"
std::string memory_headline(const MemoryRun& run);
/// What the columns are, in sentences.
std::string memory_legend();
/// "device 0: NVIDIA H200", and the CPU's threads.
std::vector<std::string> memory_places(const MemoryRun& run);

Json memory_json(const MemoryRun& run);

/// Tables as cells of text, the head first: all rows; the gains.
std::vector<std::vector<std::string>> memory_cells(const MemoryRun& run);
std::vector<std::vector<std::string>> gain_cells(const MemoryRun& run);

}  // namespace hgctl
