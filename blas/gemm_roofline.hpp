#pragma once

#include <string_view>
#include <vector>

#include "blas/device_grid.hpp"
#include "blas/gemm_program.hpp"

namespace hg {

/// The time that no run is below.
struct GemmRoofline {
    double seconds = 0;
    std::string_view bound = "flops";  ///< what sets it: "flops", "link in", "link out", "links", "staging"
};

/// T* of a GEMM whose parts of C lie with these devices, the largest of
///   flops of a device / its kernel rate,
///   bytes in / rate in, bytes out / rate out, bytes in and out / rate of both ways ("links"), for the link
///   of each device and for all links together, bytes staged / host copy rate unless matrices are pinned,
/// where each part of a matrix crosses the link of each device that needs it once, and is
/// staged once for all.
GemmRoofline gemm_roofline(const GemmProblem& problem, const std::vector<DevicePart>& parts,
                           const Target& target);

}  // namespace hg
