#include "blas/level3/triangle/strip_candidates.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "blas/cost/flops.hpp"
#include "blas/level3/product/gemm_blocks.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// The fewest columns of B for which a device is worth its cost.
constexpr std::int64_t kLeastPart = 64;
constexpr std::int64_t kLeastBlock = 128;
constexpr std::int64_t kLeastStrip = 64;
/// As block columns get narrower, plans first get faster, then slower: stop when one is this much slower.
constexpr double kMuchWorse = 1.05;

/// The fewest bytes that a device needs for one block column.
double least_bytes(const StripRoutine& routine, std::int64_t block, std::int64_t strip) {
    const std::int64_t width = std::min(strip, routine.shape.across());
    return static_cast<double>(size_of(routine.type)) *
           routine.least_elements(static_cast<double>(block), static_cast<double>(width));
}

bool fits(const StripRoutine& routine, const Target& target, std::int64_t block, std::int64_t strip) {
    const std::int64_t width = std::min(strip, routine.shape.across());
    const double bytes = least_bytes(routine, block, strip);
    const double largest = static_cast<double>(size_of(routine.type)) *
                           routine.largest_piece(static_cast<double>(block), static_cast<double>(width));
    return std::all_of(target.devices.begin(), target.devices.end(), [&](const DeviceModel& device) {
        return !computes(device, routine.type) || (1.2 * bytes <= static_cast<double>(device.memory) &&
                                                   largest <= static_cast<double>(device.largest_slot));
    });
}

/// The default block, or a smaller one if memory is small.
std::int64_t block_for(const StripRoutine& routine, const Target& target) {
    std::int64_t block = routine.default_block;
    while (block > kLeastBlock && !fits(routine, target, block, 4 * kLeastStrip))
        block = std::max(kLeastBlock, block / 2 / kLeastBlock * kLeastBlock);
    return block;
}

/// The next narrower width, or 0 if there is none.
std::int64_t narrower(std::int64_t strip, std::int64_t width) {
    if (strip <= kLeastStrip) return 0;
    std::int64_t parts = (width + strip - 1) / strip;
    parts += parts < 4 ? 1 : parts / 2;
    return std::max(kLeastStrip, (width + parts - 1) / parts);
}

/// Plans with block columns of all widths that fit, for one division of B, widest first.
std::vector<TrianglePlan> strips(const StripRoutine& routine, const Target& target,
                                 const std::vector<DevicePart>& parts, std::int64_t block) {
    std::int64_t width = 0;
    for (const DevicePart& part : parts)
        width = std::max(width, routine.shape.left() ? part.cols : part.rows);
    std::vector<TrianglePlan> plans;
    for (std::int64_t strip = width; strip >= 1; strip = narrower(strip, width))
        if (fits(routine, target, block, strip)) plans.push_back({parts, block, strip});
    return plans;
}

/// The error if not even narrow block columns fit.
Error no_strip_fits(const StripRoutine& routine, const Target& target, std::int64_t block) {
    const auto memory = [&](const DeviceModel& device) {
        return computes(device, routine.type) ? device.memory : std::numeric_limits<std::int64_t>::max();
    };
    return too_little_memory(routine.what + " of order " + std::to_string(routine.shape.along()),
                             1.2 * least_bytes(routine, block, kLeastStrip),
                             *std::ranges::min_element(target.devices, {}, memory));
}

}  // namespace

std::vector<Candidates<TrianglePlan>> strip_candidates(const StripRoutine& routine, const Target& target) {
    static_cast<void>(largest_gemm_tile(routine.type, target));  // throws if devices are missing
    const std::vector<RatedDevice> all = rated_devices(routine.type, target);
    const TriangleShape& shape = routine.shape;
    const bool left = shape.left();
    const std::int64_t block = block_for(routine, target);
    const auto most = static_cast<std::size_t>(std::max<std::int64_t>(1, shape.across() / kLeastPart));
    const double flops = flops_at_least(
        routine.arithmetic, real_operations(routine.type) * trsm_flops(shape.along(), shape.across()));
    std::vector<Candidates<TrianglePlan>> candidates;
    for (std::size_t count = 1; count <= std::min(all.size(), most); ++count) {
        const std::vector<RatedDevice> fastest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        const std::vector<DevicePart> parts =
            divide_among(fastest, left ? count : 1, left ? shape.along() : shape.across(),
                         left ? shape.across() : shape.along());
        candidates.push_back({.list = strips(routine, target, parts, block),
                              .least_seconds = flops / all.front().rate / static_cast<double>(count),
                              .much_worse = kMuchWorse});
    }
    if (std::ranges::all_of(candidates, [](const auto& group) { return group.list.empty(); }))
        throw no_strip_fits(routine, target, block);
    return candidates;
}

}  // namespace hg
