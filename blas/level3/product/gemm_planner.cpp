#include "blas/level3/product/gemm_planner.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "blas/cost/fastest_count.hpp"
#include "blas/level3/product/gemm_builder.hpp"
#include "blas/level3/product/gemm_roofline.hpp"
#include "blas/tiles/within_memory.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

/// Rows or columns of C on a device: with less, it costs more than it gives.
constexpr std::int64_t kLeastPart = 64;
constexpr std::int64_t kLeastBlock = 256;
constexpr std::int64_t kMostBlock = 8192;
constexpr std::int64_t kTallBlock = 8192;
constexpr std::int64_t kMostWindow = 32;
/// A plan with more EXECs than this costs more to build than it can gain.
constexpr std::int64_t kMostProducts = 20000;
constexpr double kNoStaging = 1e30;     ///< bytes/s
constexpr double kLongest = 1e300;      ///< of a plan too long to simulate: below kNever
constexpr double kWorthASearch = 0.05;  ///< seconds of a call for which more than a few plans are looked at
constexpr double kWorthwhile = 0.995;   ///< what a step must bring

std::int64_t ceiling(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

bool every_part_is_worth_it(const std::vector<DevicePart>& parts, std::int64_t least) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](const DevicePart& p) { return p.rows >= least && p.cols >= least; });
}

/// A way to hand out C, with the seconds that it takes at least.
struct Division {
    std::vector<DevicePart> parts;
    double least_seconds = 0;
    double bytes_in = 0;  ///< of all devices
};

double bytes_in(const GemmProblem& problem, const std::vector<DevicePart>& parts) {
    double sum = 0;
    for (const DevicePart& part : parts)
        sum += static_cast<double>(part.rows + part.cols) * static_cast<double>(problem.k);
    return sum * static_cast<double>(size_of(problem.type));
}

/// The best grid for each number of devices, fewest devices first: by what it takes at least, then by what it
/// loads. Of the rest the one with the tallest parts wins: long columns travel fastest.
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

/// Finds blocks and windows for one division.
class BlockSearch {
  public:
    BlockSearch(const GemmProblem& problem, const Target& target, const kernels::Database& database,
                const std::vector<DevicePart>& parts, std::int64_t most)
        : problem_(problem), target_(target), database_(database), most_(most) {
        best_.parts = parts;
        best_.blocks = nominal_gemm_blocks(problem, most);
        for (const DevicePart& part : parts) {
            rows_ = std::max(rows_, part.rows);
            cols_ = std::max(cols_, part.cols);
        }
    }

    void run() {
        for (const auto& [m, n, window_rows, window_cols] : kStarts) {
            // If C is low, blocks of the same area are wider.
            const std::int64_t height = std::min(m, rows_);
            consider(variant(best_, height, n * (m / height), window_rows, window_cols));
        }
        if (best_seconds_ == kNever) start_small();
        while (best_seconds_ >= kWorthASearch && improve()) {
        }
    }

    [[nodiscard]] const GemmPlan& best() const noexcept { return best_; }
    [[nodiscard]] double seconds() const noexcept { return best_seconds_; }

  private:
    struct Start {
        std::int64_t m, n, window_rows, window_cols;
    };
    /// Plans that were best for one problem or another: small blocks if links are the limit, wide windows
    /// if arithmetic is.
    static constexpr std::array<Start, 4> kStarts{
        {{4096, 1024, 1, 1}, {2048, 512, 1, 1}, {4096, 2048, 2, 2}, {4096, 4096, 2, 3}}};

    GemmPlan variant(const GemmPlan& from, std::int64_t m, std::int64_t n, std::int64_t window_rows,
                     std::int64_t window_cols) const {
        GemmPlan plan = from;
        // Long columns of pinned matrices travel faster; staged ones are packed.
        plan.blocks.m = std::min(problem_.pinned ? std::max(m, kTallBlock) : m, rows_);
        plan.blocks.n = std::min(n, cols_);
        plan.window_rows = std::min(window_rows, ceiling(rows_, plan.blocks.m));
        plan.window_cols = std::min(window_cols, ceiling(cols_, plan.blocks.n));
        return plan;
    }

    /// If memory is too small for the usual blocks.
    void start_small() {
        best_ = variant(best_, most_, most_, 1, 1);
        best_.blocks.m = std::min(best_.blocks.m, most_);
        best_.blocks.n = std::min(best_.blocks.n, most_);
        best_seconds_ = kLongest;
        consider(GemmPlan(best_));
    }

    /// Takes the best of the neighbours; false if none is better.
    bool improve() {
        const GemmPlan from = best_;
        const double before = best_seconds_;
        const auto [m, n, k] = from.blocks;
        for (const auto& [next_m, next_n] :
             {std::pair(m / 2, n), std::pair(m * 2, n), std::pair(m, n / 2), std::pair(m, n * 2)})
            if (std::min(next_m, next_n) >= kLeastBlock && std::max(next_m, next_n) <= kMostBlock)
                consider(variant(from, next_m, next_n, from.window_rows, from.window_cols));
        for (const auto& [rows, cols] : {std::pair(from.window_rows / 2, from.window_cols),
                                         std::pair(from.window_rows * 2, from.window_cols),
                                         std::pair(from.window_rows, from.window_cols / 2),
                                         std::pair(from.window_rows, from.window_cols * 2)})
            if (std::min(rows, cols) >= 1 && std::max(rows, cols) <= kMostWindow)
                consider(variant(from, m, n, rows, cols));
        return best_seconds_ < before * kWorthwhile;
    }

    void consider(GemmPlan plan) {
        const Key key{plan.blocks.m, plan.blocks.n, plan.window_rows, plan.window_cols};
        if (!seen_.insert(key).second) return;
        const double seconds = seconds_of(plan);
        if (seconds >= best_seconds_) return;
        best_ = std::move(plan);
        best_seconds_ = seconds;
    }

    [[nodiscard]] double seconds_of(const GemmPlan& plan) const {
        const auto [m, n, k] = plan.blocks;
        if (std::max({m * n, m * k, k * n}) > most_ * most_) return kNever;
        const std::int64_t products = ceiling(rows_, m) * ceiling(cols_, n) *
                                      std::max<std::int64_t>(1, ceiling(problem_.k, k)) *
                                      static_cast<std::int64_t>(plan.parts.size());
        if (products > kMostProducts) return kNever;
        const auto seconds = [&] {
            return simulate(gemm_program(problem_, plan, target_, database_), target_).makespan;
        };
        return if_it_fits(seconds).value_or(kNever);
    }

    using Key = std::array<std::int64_t, 4>;

    const GemmProblem& problem_;
    const Target& target_;
    const kernels::Database& database_;
    const std::int64_t most_;
    std::int64_t rows_ = 0;  ///< of the largest part
    std::int64_t cols_ = 0;
    std::set<Key> seen_;
    GemmPlan best_;
    double best_seconds_ = kNever;
};

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

/// What a caller asked for by a block size of his own: no search.
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

GemmPlan plan_gemm(const GemmProblem& problem, const Target& machine, const kernels::Database& database) {
    Target target = machine;
    if (problem.pinned) target.host_copy_rate = kNoStaging;
    const std::int64_t most = largest_gemm_tile(problem, target);
    if (problem.block > 0) return given_plan(problem, target, most);
    const std::vector<Division> list = divisions(problem, target);
    std::vector<DeviceCount> counts;
    std::vector<BlockSearch> searches;
    for (const Division& division : list) {
        counts.push_back({division.parts.size(), division.least_seconds});
        searches.emplace_back(problem, target, database, division.parts, most);
    }
    const std::size_t best = fastest_count(counts, target, [&](std::size_t i) {
        searches[i].run();
        return searches[i].seconds();
    });
    return searches[best].best();
}

}  // namespace hg
