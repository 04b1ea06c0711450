#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <hg/kernels/gemm_parameters.hpp>

namespace hg::kernels {

enum class SearchMethod : std::uint8_t {
    coordinate,  ///< from several good starts one axis at a time, then where a surrogate leads; the quick one
    linear,      ///< every valid candidate in order, but for blockings whose first kernel is far behind
    exhaustive   ///< every valid candidate
};

struct SearchOptions {
    SearchMethod method = SearchMethod::coordinate;
    bool full = false;                 ///< the larger spaces
    double seconds = 60;               ///< for one search; the best so far counts when it is over
    std::vector<GemmFamily> families;  ///< empty: those worth it on the device
    std::uint64_t seed = 1;
    int leaders = 5;                     ///< kernels that are run again at the end, at most
    int rounds = 3;                      ///< how often, in turns
    std::vector<int> split_k{1};         ///< parts of the sum over k to try
    std::vector<GemmParameters> starts;  ///< kernels to begin with, of any type and operations
    std::function<double()> clock;       ///< seconds since some moment; empty: std::chrono::steady_clock
};

}  // namespace hg::kernels
