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

/// T* as hg::gemm_roofline() counts it, where each device has a rectangle of C for itself. Of all grids of
/// the target's first devices, in any number, the one that makes T* smallest counts.
Roofline gemm_roofline(const GemmWork& work, const hg::Target& target);

}  // namespace hgctl
