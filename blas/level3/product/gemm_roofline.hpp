#pragma once

#include <string_view>
#include <vector>

#include "blas/tiles/device_grid.hpp"
#include <hg/blas/gemm_problem.hpp>

namespace hg {

/// The least time that a run can take.
struct GemmRoofline {
    double seconds = 0;
    std::string_view bound = "flops";  ///< what sets it: "flops", "link in", "link out", "links", "staging"
};

/// T* of a GEMM whose parts of C lie with these devices. It is the largest of
///
///     flops of a device / its kernel rate
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
