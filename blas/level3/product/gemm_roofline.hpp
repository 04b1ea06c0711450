#pragma once

#include <string_view>
#include <vector>

#include "blas/tiles/device_grid.hpp"
#include <hg/blas/gemm_problem.hpp>

namespace hg {

/// A lower bound of the time of a run.
struct GemmRoofline {
    double seconds = 0;
    std::string_view bound = "flops";  ///< the limit: "flops", "link in", "link out", "links", "staging"
};

/// Returns T* of a GEMM whose parts of C are on these devices. It is the largest of
///
///     flops of a device / its kernel rate       unless products are emulated, which is faster
///     bytes in / rate in                        of each device's link, and of all links together
///     bytes out / rate out                      likewise
///     bytes in and out / rate of both ways      likewise ("links")
///     bytes staged / host copy rate             unless matrices are pinned
///
/// Each part of a matrix crosses the link of each device that needs it once. It is staged
/// once for all devices.
GemmRoofline gemm_roofline(const GemmProblem& problem, const std::vector<DevicePart>& parts,
                           const Target& target);

}  // namespace hg
