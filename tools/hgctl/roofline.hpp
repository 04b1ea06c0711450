#pragma once

#include <cstdint>
#include <string>

#include "runtime/program/target.hpp"

namespace hgctl {

/// C := A B + beta C from and to host memory.
struct GemmWork {
    hg::ElementType type = hg::ElementType::f64;
    std::int64_t m = 0, n = 0, k = 0;
    bool reads_c = false;
    bool pinned = false;  ///< nothing is staged
};

/// The time that no run is below.
struct Roofline {
    double seconds = 0;
    std::string bound;  ///< what sets it: "flops", "link in", "link out", "links", "staging"
};

/// T*, the largest of
///   flops of a device / its kernel rate,
///   bytes in / rate in, bytes out / rate out, bytes in and out / rate of both ways ("links"), for the link
///   of each device and for all links together, bytes staged / host copy rate,
/// where each device has a rectangle of C for itself, each part of a matrix crosses the link of each device
/// that needs it once, and is staged once for all. Of all grids of the target's first devices, in any number,
/// the one that makes T* smallest counts.
Roofline gemm_roofline(const GemmWork& work, const hg::Target& target);

}  // namespace hgctl
