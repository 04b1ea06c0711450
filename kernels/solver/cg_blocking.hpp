#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/piece.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// How the updates divide their work. Sums follow from n and from it alone.
struct CgBlocking {
    int vector = 2;     ///< elements loaded at once: 1, 2 or 4, of 16 bytes at most; 1 of complex elements
    int items = 256;    ///< work-items of a work-group: a power of two, 1 to 1024
    int groups = 1024;  ///< work-groups, at most

    friend bool operator==(const CgBlocking&, const CgBlocking&) = default;
};

/// The blocking for a device of which nothing but its kind and its compute units are known. Without `sums`,
/// as cg_direction() is, a GPU is fastest with a work-group for each piece of memory.
inline CgBlocking default_cg_blocking(ElementType type, bool is_gpu, std::int64_t compute_units,
                                      bool sums = true) noexcept {
    constexpr int kManyGroups = 1 << 20;
    constexpr std::int64_t kGroupsOfUnit = 8;
    const int vector = is_complex(type) ? 1 : elements_of_piece(type);
    if (!is_gpu) return {.vector = vector, .items = 1, .groups = 64};
    const auto few = static_cast<int>(std::max<std::int64_t>(compute_units, 1) * kGroupsOfUnit);
    return {.vector = vector, .groups = sums ? few : kManyGroups};
}

/// Work-groups for n elements: rows of `sums`.
inline std::int64_t cg_groups(const CgBlocking& b, std::int64_t n) noexcept {
    return std::clamp<std::int64_t>(n / (std::int64_t{b.vector} * b.items), 1, b.groups);
}

}  // namespace hg::kernels
