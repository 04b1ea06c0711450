#include "runtime/machine/opencl/work_group_limit.hpp"

#include <algorithm>

namespace hg {
namespace {

/// Returns the largest divisor of `size` up to `most` that is a multiple of `multiple`; if there is none,
/// the largest divisor.
std::size_t largest_divisor(std::size_t size, std::size_t most, std::size_t multiple) {
    for (std::size_t divisor = std::min(size, most); divisor >= multiple && divisor > 0; --divisor)
        if (size % divisor == 0 && divisor % multiple == 0) return divisor;
    return multiple > 1 ? largest_divisor(size, most, 1) : 1;
}

}  // namespace

std::string work_group_fault(const std::array<std::size_t, 3>& local, const WorkGroupLimit& limit) {
    if (local == std::array<std::size_t, 3>{0, 0, 0}) return {};
    std::size_t items = 1;
    for (std::size_t d = 0; d < 3; ++d) {
        if (local[d] == 0) return "give every dimension a size, or none";
        if (local[d] > limit.of_dimension[d])
            return "the device takes at most " + std::to_string(limit.of_dimension[d]) + " in dimension " +
                   std::to_string(d);
        items *= local[d];
    }
    if (items <= limit.work_items) return {};
    return "the device runs this kernel with at most " + std::to_string(limit.work_items) + " in all";
}

Geometry fitted(Geometry geometry, const WorkGroupLimit& limit) {
    if (!geometry.any_local || work_group_fault(geometry.local, limit).empty()) return geometry;
    std::size_t left = std::max<std::size_t>(limit.work_items, 1);
    for (std::size_t d = 0; d < 3; ++d) {
        const std::size_t most = std::max<std::size_t>(std::min(left, limit.of_dimension[d]), 1);
        geometry.local[d] = largest_divisor(geometry.local[d], most, d == 0 ? limit.multiple : 1);
        left /= geometry.local[d];
    }
    return geometry;
}

}  // namespace hg
