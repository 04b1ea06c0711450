#include "blas/level3/triangle/strip_planner.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "blas/cost/fastest_count.hpp"
#include "blas/cost/flops.hpp"
#include "blas/level3/product/gemm_blocks.hpp"
#include "blas/tiles/within_memory.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

/// Columns of B on a device: with less, it costs more than it gives.
constexpr std::int64_t kLeastPart = 64;
constexpr std::int64_t kLeastBlock = 128;
constexpr std::int64_t kLeastStrip = 64;
constexpr double kMuchWorse = 1.05;
constexpr double kNoStaging = 1e30;  ///< bytes/s

/// Bytes that a device needs at least for one strip.
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

/// The usual block, or a smaller one if memory is small.
std::int64_t block_for(const StripRoutine& routine, const Target& target) {
    std::int64_t block = routine.default_block;
    while (block > kLeastBlock && !fits(routine, target, block, 4 * kLeastStrip))
        block = std::max(kLeastBlock, block / 2 / kLeastBlock * kLeastBlock);
    return block;
}

class StripSearch {
  public:
    StripSearch(const StripRoutine& routine, const Target& target)
        : routine_(routine), target_(target), block_(block_for(routine, target)) {}

    /// Looks at strips of all widths for one division of B.
    void consider(const std::vector<DevicePart>& parts) {
        std::int64_t width = 0;
        for (const DevicePart& part : parts)
            width = std::max(width, routine_.shape.left() ? part.cols : part.rows);
        for (std::int64_t strip = width; strip >= 1; strip = narrower(strip, width)) {
            if (!fits(routine_, target_, block_, strip)) continue;
            const TrianglePlan plan{parts, block_, strip};
            const double seconds = seconds_of(plan);
            // One after the other they get better, then worse.
            if (seconds > kMuchWorse * best_seconds_) break;
            if (seconds >= best_seconds_) continue;
            best_ = plan;
            best_seconds_ = seconds;
        }
    }

    [[nodiscard]] double seconds() const noexcept { return best_seconds_; }

    [[nodiscard]] const TrianglePlan& best() const {
        if (best_seconds_ < kNever) return best_;
        const double needed = 1.2 * least_bytes(routine_, block_, kLeastStrip);
        const DeviceModel& device = smallest_device();
        throw Error(ErrorCode::out_of_memory,
                    routine_.what + " of order " + std::to_string(routine_.shape.along()) +
                        " needs at least " + std::to_string(static_cast<std::int64_t>(needed)) +
                        " bytes of memory on each device, but programs may use " +
                        std::to_string(device.memory) + " bytes on " + device.name + ", and " +
                        std::to_string(device.largest_slot) +
                        " bytes in one piece; HG_MEMORY_LIMIT, if it is set, may be too low");
    }

  private:
    static std::int64_t narrower(std::int64_t strip, std::int64_t width) {
        if (strip <= kLeastStrip) return 0;
        std::int64_t parts = (width + strip - 1) / strip;
        parts += parts < 4 ? 1 : parts / 2;
        return std::max(kLeastStrip, (width + parts - 1) / parts);
    }

    /// Of those that compute, of which there are some.
    [[nodiscard]] const DeviceModel& smallest_device() const {
        const auto memory = [&](const DeviceModel& device) {
            return computes(device, routine_.type) ? device.memory : std::numeric_limits<std::int64_t>::max();
        };
        return *std::min_element(
            target_.devices.begin(), target_.devices.end(),
            [&](const DeviceModel& a, const DeviceModel& b) { return memory(a) < memory(b); });
    }
    [[nodiscard]] double seconds_of(const TrianglePlan& plan) const {
        return if_it_fits([&] { return simulate(routine_.program(plan), target_).makespan; })
            .value_or(kNever);
    }

    const StripRoutine& routine_;
    const Target& target_;
    std::int64_t block_;
    TrianglePlan best_;
    double best_seconds_ = kNever;
};

}  // namespace

TrianglePlan plan_strips(const StripRoutine& routine, const Target& machine) {
    Target target = machine;
    if (routine.pinned) target.host_copy_rate = kNoStaging;
    static_cast<void>(largest_gemm_tile(routine.type, target));  // says which devices are missing
    const std::vector<RatedDevice> all = rated_devices(routine.type, target);
    const TriangleShape& shape = routine.shape;
    const bool left = shape.left();
    const std::int64_t most = std::max<std::int64_t>(1, shape.across() / kLeastPart);
    const std::vector<DeviceCount> counts = device_counts(
        std::min(all.size(), static_cast<std::size_t>(most)),
        real_operations(routine.type) * trsm_flops(shape.along(), shape.across()), all.front().rate);
    std::vector<StripSearch> searches(counts.size(), StripSearch(routine, target));
    const std::size_t best = fastest_count(counts, target, [&](std::size_t i) {
        const std::vector<RatedDevice> fastest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i + 1));
        searches[i].consider(divide_among(fastest, left ? i + 1 : 1, left ? shape.along() : shape.across(),
                                          left ? shape.across() : shape.along()));
        return searches[i].seconds();
    });
    return searches[best].best();
}

}  // namespace hg
