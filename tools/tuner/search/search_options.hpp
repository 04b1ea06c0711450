#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/tuner/tunable_kernel.hpp"

namespace hg::kernels {

enum class SearchMethod : std::uint8_t {
    coordinate,  ///< from several good starts one axis at a time, then where a surrogate leads; the quick one
    linear,      ///< every valid candidate in order, but for blockings whose first kernel is far behind
    exhaustive   ///< every valid candidate
};

struct SearchOptions {
    SearchMethod method = SearchMethod::coordinate;
    bool full = false;                  ///< the larger spaces
    double seconds = 60;                ///< for one search; the best so far counts when it is over
    std::size_t most = 0;               ///< kernels of a search; 0: as many as its time allows
    std::vector<std::string> families;  ///< empty: those worth it on the device
    std::uint64_t seed = 1;
    int leaders = 5;                    ///< kernels that are run again at the end, at most
    int rounds = 3;                     ///< how often, in turns
    std::vector<int> parts{1};          ///< parts of the reduced dimension to try
    std::vector<TunableKernel> starts;  ///< kernels to begin with, of any type and operation
    std::function<double()> clock;      ///< seconds since some moment; empty: std::chrono::steady_clock
};

}  // namespace hg::kernels
