#include <algorithm>
#include <vector>

#include "tools/hgctl/distributed/collectives.hpp"
#include "tools/hgctl/distributed/distributed_model.hpp"

namespace hgctl {
namespace {

/// One factorization over the grid, step by step.
class LuRun {
  public:
    LuRun(const DistributedProblem& problem, const RankModel& rank, LocalCosts& costs)
        : problem_(problem), rank_(rank), costs_(costs), free_(static_cast<std::size_t>(problem.grid.cols)) {}

    DistributedTime run() {
        factor(0, 0);
        for (std::int64_t step = 0; step * problem_.block < problem_.n; ++step)
            for (std::int64_t col = 0; col < problem_.grid.cols; ++col) take_part(step, col);
        const auto cols = static_cast<double>(problem_.grid.cols);
        total_.seconds = *std::max_element(free_.begin(), free_.end());
        total_.update /= cols;
        total_.panel /= cols;
        total_.network /= cols;
        return total_;
    }

  private:
    [[nodiscard]] std::int64_t begin(std::int64_t step) const {
        return std::min(step * problem_.block, problem_.n);
    }
    [[nodiscard]] std::int64_t width(std::int64_t step) const { return begin(step + 1) - begin(step); }
    [[nodiscard]] std::int64_t owner(std::int64_t step) const { return step % problem_.grid.cols; }
    /// Rows from a step's panel on, of the rank that has most.
    [[nodiscard]] std::int64_t rows(std::int64_t step) const {
        return largest_local_size(problem_.n - begin(step), problem_.block, problem_.grid.rows);
    }
    /// Columns behind a step's panel that a column of the grid has.
    [[nodiscard]] std::int64_t columns(std::int64_t step, std::int64_t col) const {
        const std::int64_t cols = problem_.grid.cols;
        const std::int64_t place = (col - owner(step + 1) + cols) % cols;
        return local_size(problem_.n - begin(step + 1), problem_.block, place, cols);
    }
    double& clock(std::int64_t col) { return free_[static_cast<std::size_t>(col)]; }

    void spend(double& kind, std::int64_t col, double seconds) {
        kind += seconds;
        clock(col) += seconds;
    }

    /// What a column of the grid does in one step: panel `step` arrives and all behind it is updated.
    void take_part(std::int64_t step, std::int64_t col) {
        if (col != owner(step) || !problem_.look_ahead) receive(step, col);
        const std::int64_t next = width(step + 1);
        const bool has_next = next > 0 && col == owner(step + 1);
        std::int64_t left = columns(step, col);
        if (has_next && problem_.look_ahead) {
            update(step, col, next);
            factor(step + 1, col);
            left -= next;
        }
        update(step, col, left);
        if (has_next && !problem_.look_ahead) factor(step + 1, col);
    }

    void receive(std::int64_t step, std::int64_t col) {
        const double ready = ready_[static_cast<std::size_t>(step % 2)];
        clock(col) = std::max(clock(col), ready);
        spend(total_.network, col,
              broadcast_seconds(rank_.network, rows(step) * width(step), problem_.grid.cols));
    }

    void factor(std::int64_t step, std::int64_t col) {
        const std::int64_t w = width(step);
        spend(total_.panel, col, pivots_seconds(w) + panel_seconds(rows(step), w));
        ready_[static_cast<std::size_t>(step % 2)] = clock(col);
    }

    void update(std::int64_t step, std::int64_t col, std::int64_t cols) {
        const std::int64_t w = width(step);
        if (cols == 0) return;
        spend(total_.network, col, interchange_seconds(w, cols));
        spend(total_.update, col, costs_.trsm(w, cols) + costs_.gemm(rows(step + 1), cols, w));
    }

    /// Messages that choose the pivots of a panel.
    [[nodiscard]] double pivots_seconds(std::int64_t w) const {
        const double message =
            rank_.network.latency + 16.0 * static_cast<double>(w) / rank_.network.bandwidth;
        return static_cast<double>(w) * tree_levels(problem_.grid.rows) * message;
    }

    [[nodiscard]] double panel_seconds(std::int64_t m, std::int64_t w) {
        const double elements = static_cast<double>(m) * static_cast<double>(w);
        if (!problem_.recursive_panels) return 8 * elements * static_cast<double>(w) / rank_.cpu.memory_rate;
        constexpr std::int64_t kBase = 128;
        if (w <= kBase) return elements * static_cast<double>(w) / rank_.cpu.panel_rate;
        const std::int64_t half = w / 2;
        return panel_seconds(m, half) + costs_.gemm(m, w - half, half) + panel_seconds(m, w - half);
    }

    [[nodiscard]] double interchange_seconds(std::int64_t w, std::int64_t cols) const {
        const double bytes = 8.0 * static_cast<double>(w) * static_cast<double>(cols);
        const double local = 4 * bytes / rank_.cpu.memory_rate;
        if (problem_.grid.rows == 1) return local;
        return local + spread_roll_latency(rank_.network, problem_.grid.rows) +
               3 * bytes / rank_.network.bandwidth;
    }

    const DistributedProblem& problem_;
    const RankModel& rank_;
    LocalCosts& costs_;
    std::vector<double> free_;  ///< when each column of the grid has done all so far
    double ready_[2] = {};      ///< when the panels of even and odd steps were factored
    DistributedTime total_;
};

}  // namespace

DistributedTime lu_time(const DistributedProblem& problem, const RankModel& rank, LocalCosts& costs) {
    return LuRun(problem, rank, costs).run();
}

}  // namespace hgctl
