#include "blas/level3/triangle/trsm_planner.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "blas/level3/product/gemm_blocks.hpp"
#include "blas/level3/triangle/trsm_builder.hpp"
#include "blas/level3/triangle/trsm_shape.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
/// Columns of B on a device: with less, it costs more than it gives.
constexpr std::int64_t kLeastPart = 64;
constexpr std::int64_t kLeastBlock = 128;
constexpr std::int64_t kLeastStrip = 64;
constexpr double kNoStaging = 1e30;  ///< bytes/s

/// Larger blocks make better products, and more work in the solves with diagonal blocks: a share of
/// block / order more.
std::int64_t usual_block(std::int64_t order) {
    if (order <= 512) return order;
    return order <= 4096 ? 256 : 512;
}

/// Bytes that a device needs at least for one strip.
double least_bytes(const TrsmShape& shape, ElementType type, std::int64_t block, std::int64_t strip) {
    const auto b = static_cast<double>(block);
    const auto w = static_cast<double>(std::min(strip, shape.across()));
    const auto order = static_cast<double>(shape.along());
    // X; tiles of B with the product, the residual; A's diagonal block, copy, inverse, workspace;
    // a tile of A.
    return static_cast<double>(size_of(type)) *
           (order * w + 4 * b * w + 6 * b * b + 2 * b * std::min(order, 4096.0));
}

bool fits(const TrsmProblem& problem, const Target& target, std::int64_t block, std::int64_t strip) {
    const TrsmShape shape(problem);
    const double bytes = least_bytes(shape, problem.type, block, strip);
    const double largest = static_cast<double>(size_of(problem.type)) *
                           static_cast<double>(shape.along() + kLeastBlock) *
                           static_cast<double>(std::min(strip, shape.across()) + kLeastBlock);
    return std::all_of(target.devices.begin(), target.devices.end(), [&](const DeviceModel& device) {
        return !computes(device, problem.type) || (1.2 * bytes <= static_cast<double>(device.memory) &&
                                                   largest <= static_cast<double>(device.largest_slot));
    });
}

/// The usual block, or a smaller one if memory is small.
std::int64_t block_for(const TrsmProblem& problem, const Target& target) {
    const TrsmShape shape(problem);
    std::int64_t block = usual_block(shape.along());
    while (block > kLeastBlock && !fits(problem, target, block, 4 * kLeastStrip))
        block = std::max(kLeastBlock, block / 2 / kLeastBlock * kLeastBlock);
    return block;
}

class StripSearch {
  public:
    StripSearch(const TrsmProblem& problem, const Target& target, const kernels::Database& database)
        : problem_(problem), target_(target), database_(database), block_(block_for(problem, target)) {}

    /// Looks at strips of all widths for one division of B.
    void consider(const std::vector<DevicePart>& parts) {
        std::int64_t width = 0;
        for (const DevicePart& part : parts)
            width = std::max(width, problem_.side == Side::left ? part.cols : part.rows);
        for (std::int64_t strip = width; strip >= 1; strip = narrower(strip, width)) {
            if (!fits(problem_, target_, block_, strip)) continue;
            const TrsmPlan plan{parts, block_, strip};
            const double seconds = seconds_of(plan);
            // One after the other they get better, then worse.
            if (seconds > 1.1 * best_seconds_) break;
            if (seconds >= best_seconds_) continue;
            best_ = plan;
            best_seconds_ = seconds;
        }
    }

    [[nodiscard]] const TrsmPlan& best() const {
        if (best_seconds_ < kNever) return best_;
        const double needed = 1.2 * least_bytes(TrsmShape(problem_), problem_.type, block_, kLeastStrip);
        const DeviceModel& device = smallest_device();
        throw Error(ErrorCode::out_of_memory,
                    "a triangular solve of order " + std::to_string(TrsmShape(problem_).along()) +
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
            return computes(device, problem_.type) ? device.memory : std::numeric_limits<std::int64_t>::max();
        };
        return *std::min_element(
            target_.devices.begin(), target_.devices.end(),
            [&](const DeviceModel& a, const DeviceModel& b) { return memory(a) < memory(b); });
    }
    [[nodiscard]] double seconds_of(const TrsmPlan& plan) const {
        try {
            return simulate(trsm_program(problem_, plan, target_, database_), target_).makespan;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory) throw;
            return kNever;
        }
    }

    const TrsmProblem& problem_;
    const Target& target_;
    const kernels::Database& database_;
    std::int64_t block_;
    TrsmPlan best_;
    double best_seconds_ = kNever;
};

}  // namespace

TrsmPlan plan_trsm(const TrsmProblem& problem, const Target& machine, const kernels::Database& database) {
    Target target = machine;
    if (problem.pinned) target.host_copy_rate = kNoStaging;
    static_cast<void>(largest_gemm_tile(problem.type, target));  // says which devices are missing
    const std::vector<RatedDevice> all = rated_devices(problem.type, target);
    const std::int64_t width = TrsmShape(problem).across();
    const bool left = problem.side == Side::left;
    StripSearch search(problem, target, database);
    for (std::size_t count = 1; count <= all.size(); ++count) {
        if (count > 1 && width / static_cast<std::int64_t>(count) < kLeastPart) break;
        const std::vector<RatedDevice> fastest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        search.consider(divide_among(fastest, left ? count : 1, problem.m, problem.n));
    }
    return search.best();
}

}  // namespace hg
