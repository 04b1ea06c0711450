#include <algorithm>
#include <vector>

#include "blas/cost/flops.hpp"
#include "blas/cost/plan.hpp"
#include "blas/level3/product/gemm_blocks.hpp"
#include "blas/level3/symmetric/rank_k_builder.hpp"
#include "blas/tiles/device_grid.hpp"

namespace hg {
namespace {

constexpr std::int64_t kMostBlock = 8192;
constexpr std::int64_t kLeastBlock = 512;
constexpr std::int64_t kAlignment = 128;  ///< kernels compute tiles of up to this many rows
/// A plan with more EXECs than this costs more to build than it can gain.
constexpr std::int64_t kMostProducts = 20000;

/// Assigns each tile to the device with the least work for its rate. All devices then have a part of each
/// block row and load the blocks of A in the same order at the same time, so the host copies each block once.
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

/// Some devices, and the order of the blocks of C.
struct Division {
    std::vector<RatedDevice> devices;
    std::int64_t block = 0;
};

/// Divisions with blocks of all sizes for some devices, the largest first.
std::vector<Division> divisions(const RankKProblem& problem, const std::vector<RatedDevice>& devices,
                                std::int64_t most, std::int64_t depth) {
    std::vector<Division> list;
    std::int64_t block = std::min({problem.n, kMostBlock, most});
    if (problem.n > kLeastBlock)
        block = std::max(block / kAlignment * kAlignment, std::min(block, kAlignment));
    for (; block >= 1; block = block / 2 >= kLeastBlock ? block / 2 / kAlignment * kAlignment : 0) {
        const auto rows = static_cast<std::int64_t>(split_evenly(problem.n, block, kAlignment).size() - 1);
        const std::int64_t tiles = rows * (rows + 1) / 2;
        const bool too_long = tiles * std::max<std::int64_t>(1, problem.k / depth) > kMostProducts;
        if (too_long && (!list.empty() || devices.size() > 1)) break;
        if (tiles >= static_cast<std::int64_t>(devices.size())) list.push_back({devices, block});
        if (too_long) break;
    }
    return list;
}

double least_flops(const RankKProblem& problem) {
    if (!problem.product) return 0;
    return flops_at_least(problem.arithmetic, real_operations(problem.type) * (problem.rank_2k ? 2 : 1) *
                                                  syrk_flops(problem.n, problem.k));
}

}  // namespace

Program rank_k_program(const RankKProblem& problem, const Target& target, const kernels::Database& database) {
    const std::int64_t most = largest_gemm_tile(problem.type, target);
    const std::int64_t depth = rank_k_depth(problem, target);
    const std::vector<RatedDevice> all = rated_devices(problem.type, target);
    std::vector<Candidates<Division>> candidates;
    for (std::size_t count = 1; count <= all.size(); ++count) {
        const std::vector<RatedDevice> fastest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        candidates.push_back(
            {.list = divisions(problem, fastest, most, depth),
             .least_seconds = least_flops(problem) / all.front().rate / static_cast<double>(count)});
    }
    const auto build = [&](const Division& division) {
        const BlockBounds blocks = split_evenly(problem.n, division.block, kAlignment);
        return rank_k_program(problem, {blocks, dealt(blocks.size() - 1, division.devices)}, target,
                              database);
    };
    return plan(candidates, build, Simulator(target, problem.pinned)).program;
}

}  // namespace hg
