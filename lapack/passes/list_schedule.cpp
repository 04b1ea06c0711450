#include "lapack/passes/list_schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "lapack/passes/dependencies.hpp"

namespace hg {
namespace {

using Kind = TileOperation::Kind;

constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

class TileScheduler {
  public:
    TileScheduler(const TileOperations& operations, const ListScheduleOptions& options)
        : operations_(operations), options_(options), dependencies_(dependencies(operations)) {
        for (std::uint32_t i = 0; i < operations.size(); ++i) {
            if (operations[i].kind == Kind::factor) unfactored_.insert(operations[i].writes.cols.begin);
            if (is_load(operations_[i])) ++lane_of(i).arriving;
        }
        if (!unfactored_.empty()) first_step_ = step_of(*unfactored_.begin());
        right_looking_step_ = step_of(options.left_looking);
    }

    TileOperations schedule() && {
        for (std::uint32_t i = 0; i < operations_.size(); ++i)
            if (dependencies_.awaited[i] == 0) make_ready(i);
        if (!options_.loads_in_between) load_all();
        start_all();
        while (!running_.empty()) {
            now_ = running_.top().first;
            while (!running_.empty() && running_.top().first == now_) {
                const std::uint32_t ended = running_.top().second;
                running_.pop();
                end(ended);
            }
            start_all();
        }
        return std::move(scheduled_);
    }

  private:
    /// A queue of a device.
    struct Lane {
        std::set<std::uint32_t> ready{};                               ///< in the order of the list
        std::set<std::pair<std::int64_t, std::uint32_t>> by_column{};  ///< by the first column they write
        std::size_t arriving = 0;                                      ///< loads that have not ended
        bool busy = false;
    };

    Lane& lane_of(std::uint32_t i) {
        const TileOperation& op = operations_[i];
        return lanes_[{op.device, op.kind == Kind::copy ? QueueKind::load : op.queue}];
    }
    [[nodiscard]] std::int64_t step_of(std::int64_t column) const { return column / options_.step; }

    void append(std::uint32_t i) { scheduled_.push_back(operations_[i]); }

    void make_ready(std::uint32_t i) {
        lane_of(i).ready.insert(i);
        lane_of(i).by_column.emplace(operations_[i].writes.cols.begin, i);
    }

    /// Columns that come before all else need no time here.
    void load_all() {
        for (std::uint32_t i = 0; i < operations_.size(); ++i)
            if (is_load(operations_[i])) {
                start(lane_of(i), i);
                end(i);
            }
    }

    void start(Lane& lane, std::uint32_t i) {
        lane.ready.erase(i);
        lane.by_column.erase({operations_[i].writes.cols.begin, i});
        lane.busy = true;
        // The room that copies pass through is soon used for later panels.
        if (operations_[i].kind == Kind::factor) {
            for (const std::uint32_t copy : unsent_) append(copy);
            unsent_.clear();
        }
        if (!is_exchange(operations_[i]) || unsent_.erase(i) > 0) append(i);
    }

    void start_all() {
        for (auto& [id, lane] : lanes_) {
            if (lane.busy || lane.ready.empty()) continue;
            const std::uint32_t i = id.kind == QueueKind::load ? next_copy(lane) : next(id.device, lane);
            if (i == kNone) continue;
            start(lane, i);
            running_.emplace(now_ + options_.seconds(operations_[i]), i);
        }
    }

    /// Panels from other devices before columns.
    [[nodiscard]] std::uint32_t next_copy(const Lane& lane) const {
        const auto panel =
            std::ranges::find_if(lane.ready, [&](std::uint32_t i) { return !is_load(operations_[i]); });
        return panel == lane.ready.end() ? *lane.ready.begin() : *panel;
    }

    /// kNone: the queue waits, so that the next panel's columns need not.
    [[nodiscard]] std::uint32_t next(DeviceIndex device, const Lane& lane) {
        const std::uint32_t first = *lane.ready.begin();
        const auto& [column, leftmost] = *lane.by_column.begin();
        if (!unfactored_.empty() && *unfactored_.begin() < options_.left_looking &&
            lanes_[{device, QueueKind::load}].arriving > 0)
            return column > column_behind_next_panel() ? kNone : leftmost;
        if (unfactored_.empty()) return first;
        const std::int64_t next_step = step_of(*unfactored_.begin());
        const TileOperation& op = operations_[first];
        const std::int64_t present =
            op.kind == Kind::factor ? step_of(op.writes.cols.begin) : step_of(op.left.cols.begin);
        // Panels of earlier lists are loaded one by one: each is applied to all columns before the next one.
        if (present < first_step_) return first;
        return step_of(column) <= next_step && next_step <= std::max(present + 1, right_looking_step_)
                   ? leftmost
                   : first;
    }

    [[nodiscard]] std::int64_t column_behind_next_panel() const {
        return unfactored_.size() < 2 ? std::numeric_limits<std::int64_t>::max()
                                      : *std::next(unfactored_.begin());
    }

    void end(std::uint32_t i) {
        const TileOperation& op = operations_[i];
        Lane& lane = lane_of(i);
        lane.busy = false;
        if (op.kind == Kind::factor) unfactored_.erase(op.writes.cols.begin);
        if (is_load(operations_[i])) {
            if (--lane.arriving == 0 && !unfactored_.empty())
                right_looking_step_ = std::min(right_looking_step_, step_of(*unfactored_.begin()));
        }
        for (const std::uint32_t other : dependencies_.followers[i]) {
            if (op.kind == Kind::factor && is_exchange(operations_[other])) unsent_.insert(other);
            if (--dependencies_.awaited[other] == 0) make_ready(other);
        }
    }

    const TileOperations& operations_;
    const ListScheduleOptions& options_;
    OperationDependencies dependencies_;
    std::map<QueueId, Lane> lanes_{};
    std::set<std::int64_t> unfactored_{};  ///< first columns of panels
    std::int64_t first_step_ = 0;          ///< that this list factors
    std::int64_t right_looking_step_ = 0;  ///< the first one that is factored right-looking
    std::set<std::uint32_t> unsent_{};     ///< copies of panels that stand in no list yet
    using End = std::pair<double, std::uint32_t>;
    std::priority_queue<End, std::vector<End>, std::greater<>> running_{};
    double now_ = 0;
    TileOperations scheduled_{};
};

}  // namespace

TileOperations list_schedule(const TileOperations& operations, const ListScheduleOptions& options) {
    return TileScheduler(operations, options).schedule();
}

}  // namespace hg
