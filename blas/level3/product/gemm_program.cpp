#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "blas/cost/plan.hpp"
#include "blas/level3/product/gemm_builder.hpp"
#include "blas/level3/product/gemm_roofline.hpp"
#include <hg/blas/gemm_program.hpp>

namespace hg {
namespace {

/// The fewest rows or columns of C for which a device is worth its cost.
constexpr std::int64_t kLeastPart = 64;
constexpr std::int64_t kLeastBlock = 256;
constexpr std::int64_t kMostBlock = 8192;
constexpr std::int64_t kTallBlock = 8192;
constexpr std::int64_t kMostWindow = 32;
/// A plan with more EXECs than this costs more to build than it can gain.
constexpr std::int64_t kMostProducts = 20000;
constexpr double kWorthASearch = 0.05;  ///< seconds of a call for which many plans are simulated

std::int64_t ceiling(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

bool every_part_is_worth_it(const std::vector<DevicePart>& parts, std::int64_t least) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](const DevicePart& p) { return p.rows >= least && p.cols >= least; });
}

/// A division of C among devices, with a lower bound of its seconds.
struct Division {
    std::vector<DevicePart> parts;
    double least_seconds = 0;
    double bytes_in = 0;  ///< sum over all devices
};

double bytes_in(const GemmProblem& problem, const std::vector<DevicePart>& parts) {
    double sum = 0;
    for (const DevicePart& part : parts)
        sum += static_cast<double>(part.rows + part.cols) * static_cast<double>(problem.k);
    return sum * static_cast<double>(size_of(problem.type));
}

/// The best grid for each number of devices, fewest devices first: the one with the smallest lower bound,
/// then with the fewest bytes to load, then with the tallest parts, because long columns transfer fastest.
std::vector<Division> divisions(const GemmProblem& problem, const Target& target) {
    const std::vector<RatedDevice> all = rated_devices(problem.type, target);
    std::vector<Division> list;
    for (std::size_t count = 1; count <= all.size(); ++count) {
        const std::vector<RatedDevice> fastest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
        Division best;
        for (std::size_t columns = count; columns >= 1; --columns) {
            std::vector<DevicePart> parts = divide_among(fastest, columns, problem.m, problem.n);
            if (count > 1 && !every_part_is_worth_it(parts, kLeastPart)) continue;
            const double seconds = gemm_roofline(problem, parts, target).seconds;
            const double bytes = bytes_in(problem, parts);
            if (best.parts.empty() ||
                std::pair(seconds, bytes) < std::pair(best.least_seconds, best.bytes_in))
                best = {std::move(parts), seconds, bytes};
        }
        if (!best.parts.empty()) list.push_back(std::move(best));
    }
    return list;
}

/// Blocks and windows for one division of C.
class BlockChoice {
  public:
    BlockChoice(const GemmProblem& problem, const std::vector<DevicePart>& parts, std::int64_t most)
        : problem_(problem), most_(most), plan_{parts, nominal_gemm_blocks(problem, most)} {
        for (const DevicePart& part : parts) {
            rows_ = std::max(rows_, part.rows);
            cols_ = std::max(cols_, part.cols);
        }
    }

    /// Plans that were best for one problem or another: small blocks if links are the limit, wide windows
    /// if arithmetic is.
    [[nodiscard]] std::vector<GemmPlan> starts() const {
        struct Start {
            std::int64_t m, n, window_rows, window_cols;
        };
        constexpr std::array<Start, 4> kStarts{
            {{4096, 1024, 1, 1}, {2048, 512, 1, 1}, {4096, 2048, 2, 2}, {4096, 4096, 2, 3}}};
        std::vector<GemmPlan> plans;
        for (const auto& [m, n, window_rows, window_cols] : kStarts) {
            // If C has few rows, use wider blocks of the same area.
            const std::int64_t height = std::min(m, rows_);
            add(plans, variant(height, n * (m / height), window_rows, window_cols));
        }
        return plans;
    }

    /// A plan for memory that is too small for the default blocks.
    [[nodiscard]] GemmPlan small() const {
        GemmPlan plan = variant(most_, most_, 1, 1);
        plan.blocks.m = std::min(plan.blocks.m, most_);
        return plan;
    }

    /// Half and twice the blocks and windows of a plan.
    [[nodiscard]] std::vector<GemmPlan> neighbours(const GemmPlan& from) const {
        const auto [m, n, k] = from.blocks;
        const auto [rows, cols] = std::pair(from.window_rows, from.window_cols);
        std::vector<GemmPlan> plans;
        for (const auto& [next_m, next_n] :
             {std::pair(m / 2, n), std::pair(m * 2, n), std::pair(m, n / 2), std::pair(m, n * 2)})
            if (std::min(next_m, next_n) >= kLeastBlock && std::max(next_m, next_n) <= kMostBlock)
                add(plans, variant(next_m, next_n, rows, cols));
        for (const auto& [next_rows, next_cols] : {std::pair(rows / 2, cols), std::pair(rows * 2, cols),
                                                   std::pair(rows, cols / 2), std::pair(rows, cols * 2)})
            if (std::min(next_rows, next_cols) >= 1 && std::max(next_rows, next_cols) <= kMostWindow)
                add(plans, variant(m, n, next_rows, next_cols));
        return plans;
    }

    [[nodiscard]] bool is_too_long(const GemmPlan& plan) const {
        const auto [m, n, k] = plan.blocks;
        return ceiling(rows_, m) * ceiling(cols_, n) * std::max<std::int64_t>(1, ceiling(problem_.k, k)) *
                   static_cast<std::int64_t>(plan.parts.size()) >
               kMostProducts;
    }

  private:
    [[nodiscard]] GemmPlan variant(std::int64_t m, std::int64_t n, std::int64_t window_rows,
                                   std::int64_t window_cols) const {
        GemmPlan plan = plan_;
        // Long columns of pinned matrices transfer faster; staged ones are packed anyway.
        plan.blocks.m = std::min(problem_.pinned ? std::max(m, kTallBlock) : m, rows_);
        plan.blocks.n = std::min(n, cols_);
        plan.window_rows = std::min(window_rows, ceiling(rows_, plan.blocks.m));
        plan.window_cols = std::min(window_cols, ceiling(cols_, plan.blocks.n));
        return plan;
    }

    void add(std::vector<GemmPlan>& plans, GemmPlan plan) const {
        const auto [m, n, k] = plan.blocks;
        if (std::max({m * n, m * k, k * n}) <= most_ * most_ && !is_too_long(plan))
            plans.push_back(std::move(plan));
    }

    const GemmProblem& problem_;
    const std::int64_t most_;
    const GemmPlan plan_;    ///< with blocks to be chosen
    std::int64_t rows_ = 0;  ///< rows of the largest part
    std::int64_t cols_ = 0;
};

Candidates<GemmPlan> candidates_of(const GemmProblem& problem, const Division& division, std::int64_t most) {
    const BlockChoice choice(problem, division.parts, most);
    const GemmPlan small = choice.small();
    Candidates<GemmPlan> candidates{
        .list = choice.starts(), .least_seconds = division.least_seconds, .otherwise = {small}};
    if (!candidates.list.empty() || !choice.is_too_long(small))
        candidates.neighbours = [choice](const GemmPlan& from, double seconds) {
            return seconds < kWorthASearch ? std::vector<GemmPlan>{} : choice.neighbours(from);
        };
    return candidates;
}

/// The largest square window, up to 4 x 4, whose C blocks take no more than a quarter
/// of each device's memory.
std::int64_t window_for(std::int64_t block_bytes, const Target& target,
                        const std::vector<RatedDevice>& devices) {
    std::int64_t window = 4;
    for (const RatedDevice& share : devices)
        while (window > 1 && 4 * window * window * block_bytes > target.devices[share.device].memory)
            --window;
    return window;
}

/// The plan for a block size that the caller requests, without a search.
GemmPlan given_plan(const GemmProblem& problem, const Target& target, std::int64_t most) {
    std::vector<RatedDevice> devices = rated_devices(problem.type, target);
    const std::int64_t least = std::min(problem.block, kLeastPart);
    while (devices.size() > 1 && problem.m / static_cast<std::int64_t>(devices.size()) < least)
        devices.pop_back();
    std::sort(devices.begin(), devices.end(),
              [](const auto& a, const auto& b) { return a.device < b.device; });
    const GemmBlocks blocks = nominal_gemm_blocks(problem, most);
    const std::int64_t window = window_for(blocks.m * blocks.n * size_of(problem.type), target, devices);
    return {divide_among(devices, 1, problem.m, problem.n), blocks, window, window};
}

}  // namespace

Planned<GemmPlan> plan_gemm(const GemmProblem& problem, const Target& target,
                            const kernels::Database& database) {
    const Simulator simulator(target, problem.pinned);
    const std::int64_t most = largest_gemm_tile(problem, target);
    std::vector<Candidates<GemmPlan>> candidates;
    if (problem.block > 0) {
        candidates.push_back({.list = {given_plan(problem, target, most)}});
    } else {
        for (const Division& division : divisions(problem, simulator.target())) {
            Candidates<GemmPlan> group = candidates_of(problem, division, most);
            if (group.neighbours || candidates.empty()) candidates.push_back(std::move(group));
        }
    }
    const auto build = [&](const GemmPlan& plan) { return gemm_program(problem, plan, target, database); };
    return plan(candidates, build, simulator);
}

Program gemm_program(const GemmProblem& problem, const Target& target, const kernels::Database& database) {
    return plan_gemm(problem, target, database).program;
}

}  // namespace hg
