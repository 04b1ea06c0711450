#include "kernels/solver/cg_blocking.hpp"

#include <algorithm>

#include "kernels/piece.hpp"

namespace hg::kernels {

CgBlocking default_cg_blocking(ElementType type, bool is_gpu, std::int64_t compute_units,
                               bool sums) noexcept {
    constexpr int kManyGroups = 1 << 20;
    constexpr std::int64_t kGroupsOfUnit = 8;
    const int vector = is_complex(type) ? 1 : elements_of_piece(type);
    if (!is_gpu) return {.vector = vector, .items = 1, .groups = 64};
    const auto few = static_cast<int>(std::max<std::int64_t>(compute_units, 1) * kGroupsOfUnit);
    return {.vector = vector, .groups = sums ? few : kManyGroups};
}

std::int64_t cg_groups(const CgBlocking& b, std::int64_t n) noexcept {
    return std::clamp<std::int64_t>(n / (std::int64_t{b.vector} * b.items), 1, b.groups);
}

}  // namespace hg::kernels
