#include "blas/level3/symmetric/rank_k_planner.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "blas/cost/fastest_count.hpp"
#include "blas/cost/flops.hpp"
#include "blas/level3/product/gemm_blocks.hpp"
#include "blas/level3/symmetric/rank_k_builder.hpp"
#include "blas/tiles/device_grid.hpp"
#include "blas/tiles/within_memory.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

constexpr std::int64_t kMostBlock = 8192;
constexpr std::int64_t kLeastBlock = 512;
constexpr std::int64_t kAlignment = 128;  ///< kernels compute tiles of up to this many rows
/// A plan with more EXECs than this costs more to build than it can gain.
constexpr std::int64_t kMostProducts = 20000;
constexpr double kNoStaging = 1e30;  ///< bytes/s

/// Each tile goes to the device that has the least to do for its rate. So all devices have a part of each block row, and load the
/// blocks of A in the same order, at the same time: the host copies each of them once.
std::vector<std::vector<DeviceIndex>> dealt(std::size_t blocks, const std::vector<RatedDevice>& devices) {
    std::vector<std::vector<DeviceIndex>> owners(blocks);
    std::vector<double> seconds(devices.size());
    for (std::size_t step = 0; step < blocks; ++step)
        for (std::size_t other = 0; other <= step; ++other) {
            const double work = other < step ? 1 : 0.5;
            std::size_t best = 0;
            for (std::size_t d = 1; d < devices.size(); ++d)
                if (seconds[d] + work / devices[d].rate < seconds[best] + work / devices[best].rate) best = d;
            seconds[best] += work / devices[best].rate;
            owners[step].push_back(devices[best].device);
        }
    return owners;
}

class BlockSearch {
  public:
    BlockSearch(const RankKProblem& problem, const Target& target, const kernels::Database& database)
        : problem_(problem),
          target_(target),
          database_(database),
          most_(largest_gemm_tile(problem.type, target)),
          depth_(rank_k_depth(problem, target)) {}

    /// Looks at blocks of all sizes for these devices.
    void consider(const std::vector<RatedDevice>& devices) {
        std::int64_t block = std::min({problem_.n, kMostBlock, most_});
        if (problem_.n > kLeastBlock)
            block = std::max(block / kAlignment * kAlignment, std::min(block, kAlignment));
        for (; block >= 1; block = block / 2 >= kLeastBlock ? block / 2 / kAlignment * kAlignment : 0) {
            const BlockBounds blocks = split_evenly(problem_.n, block, kAlignment);
            const auto rows = static_cast<std::int64_t>(blocks.size() - 1);
            const std::int64_t tiles = rows * (rows + 1) / 2;
            if (tiles * std::max<std::int64_t>(1, problem_.k / depth_) > kMostProducts) break;
            if (tiles >= static_cast<std::int64_t>(devices.size()))
                consider({blocks, dealt(blocks.size() - 1, devices)});
        }
    }

    [[nodiscard]] double seconds() const noexcept { return best_seconds_; }

    /// Throws what kept the last plan from fitting if none fits.
    [[nodiscard]] const RankKPlan& best() const {
        if (best_.owners.empty()) throw *no_plan_;
        return best_;
    }

  private:
    void consider(const RankKPlan& plan) {
        const double seconds = seconds_of(plan);
        if (seconds >= best_seconds_) return;
        best_ = plan;
        best_seconds_ = seconds;
    }

    [[nodiscard]] double seconds_of(const RankKPlan& plan) {
        const auto seconds = [&] {
            return simulate(rank_k_program(problem_, plan, target_, database_), target_).makespan;
        };
        return if_it_fits(seconds, &no_plan_).value_or(kNever);
    }

    const RankKProblem& problem_;
    const Target& target_;
    const kernels::Database& database_;
    const std::int64_t most_;
    const std::int64_t depth_;
    RankKPlan best_;
    std::optional<Error> no_plan_;
    double best_seconds_ = kNever;
};

/// Emulated products have a rate of their own.
double least_flops(const RankKProblem& problem) {
    if (!problem.product || problem.arithmetic == Arithmetic::emulated) return 0;
    return real_operations(problem.type) * (problem.rank_2k ? 2 : 1) * syrk_flops(problem.n, problem.k);
}

}  // namespace

RankKPlan plan_rank_k(const RankKProblem& problem, const Target& machine, const kernels::Database& database) {
    Target target = machine;
    if (problem.pinned) target.host_copy_rate = kNoStaging;
    const std::vector<RatedDevice> all = rated_devices(problem.type, target);
    const BlockSearch none(problem, target, database);
    const std::vector<DeviceCount> counts = device_counts(all.size(), least_flops(problem), all.front().rate);
    std::vector<BlockSearch> searches(counts.size(), none);
    const std::size_t best = fastest_count(counts, target, [&](std::size_t i) {
        searches[i].consider({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i + 1)});
        return searches[i].seconds();
    });
    return searches[best].best();
}

Program rank_k_program(const RankKProblem& problem, const Target& target, const kernels::Database& database) {
    return rank_k_program(problem, plan_rank_k(problem, target, database), target, database);
}

}  // namespace hg
