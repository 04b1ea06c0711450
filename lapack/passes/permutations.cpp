#include "lapack/passes/permutations.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace hg {
namespace {

using Kind = TileOperation::Kind;

class PermutationPlacer {
  public:
    PermutationPlacer(const TileOperations& operations, const DeferredPermutations& how)
        : operations_(operations), how_(how) {
        for (const TileOperation& op : operations) {
            for (const std::int64_t bound : {op.writes.cols.begin, op.writes.cols.end})
                columns_[bound].device = how.device_of(bound);
            if (op.kind == Kind::copy && op.from) columns_[op.writes.cols.begin].is_copied = true;
        }
    }

    TileOperations place() && {
        for (const TileOperation& op : operations_)
            if (is_by_panels(op)) ++remaining_[{op.device, group_of(op)}];
        for (const TileOperation& op : operations_) {
            if (op.kind == Kind::solve) {
                if (how_.within_groups) permute_within_groups(op.left.cols.end);
                permute_left_behind(op);
                permute(op.writes.cols, permutations_of_left(op), op.device, op.queue);
            }
            result_.push_back(op);
            if (op.kind == Kind::factor) note_factored(op);
            if (is_by_panels(op)) --remaining_[{op.device, group_of(op)}];
            if (op.kind != Kind::copy) permute_left_of_done();
        }
        return std::move(result_);
    }

  private:
    /// Columns up to the next bound.
    struct Columns {
        DeviceIndex device = 0;
        std::int64_t permuted = 0;  ///< they have the permutations of the panels before this column
        bool is_factored = false;
        bool is_copied = false;  ///< other devices have copies
    };

    /// Those that L has where an operation reads it: of all panels before this column.
    [[nodiscard]] std::int64_t permutations_of_left(const TileOperation& op) const {
        const std::int64_t column = op.left.cols.begin;
        for (const Span& pass : how_.stored)
            if (column < pass.end) return pass.end;
        const Columns& left = columns_.at(column);
        const bool is_copy = left.device != op.device || (left.is_copied && how_.owners_read_copies);
        return is_copy ? op.left.cols.end : left.permuted;
    }

    void note_factored(const TileOperation& op) {
        const Span cols = op.writes.cols;
        Columns& factored = columns_.at(cols.begin);
        factored.permuted = factored_ = cols.end;
        factored.is_factored = true;
        next_group_.try_emplace(op.device, first_group());
        unexchanged_.push_back(op);
    }

    /// Panels of a group get the permutations of one that is read for the first time: it has been factored by
    /// then.
    void permute_within_groups(std::int64_t read_before) {
        while (!unexchanged_.empty() && unexchanged_.front().writes.cols.begin < read_before) {
            const TileOperation& op = unexchanged_.front();
            const Span cols = op.writes.cols;
            for (const Span& group : how_.groups)
                if (group.begin < cols.begin && cols.begin < group.end)
                    permute({group.begin, cols.begin}, cols.end, op.device, op.queue);
            unexchanged_.pop_front();
        }
    }

    /// The first one that this list factors.
    [[nodiscard]] std::size_t first_group() const {
        const std::int64_t first = how_.stored.empty() ? 0 : how_.stored.back().end;
        return static_cast<std::size_t>(
            std::ranges::find_if(how_.groups, [&](const Span& g) { return g.begin >= first; }) -
            how_.groups.begin());
    }

    static bool is_by_panels(const TileOperation& op) {
        return op.kind == Kind::solve || op.kind == Kind::update;
    }
    [[nodiscard]] std::size_t group_of(const TileOperation& op) const {
        return static_cast<std::size_t>(
            std::ranges::upper_bound(how_.groups, op.left.cols.begin, {}, &Span::end) - how_.groups.begin());
    }

    /// Permutes the factored columns of devices that have done all work by a group.
    void permute_left_of_done() {
        for (auto& [device, next] : next_group_)
            while (next < how_.groups.size() && how_.groups[next].end <= factored_ &&
                   remaining_[{device, next}] == 0)
                permute_left(device, how_.groups[next++]);
    }

    /// When a device goes on to panels behind a group, nothing waits for the device's columns left of them
    /// any more.
    void permute_left_behind(const TileOperation& op) {
        const auto found = next_group_.find(op.device);
        if (found == next_group_.end()) return;
        const bool is_far = op.writes.cols.begin >= op.left.cols.end + how_.step;
        for (std::size_t& next = found->second; next < how_.groups.size(); ++next) {
            const std::int64_t end = how_.groups[next].end + (is_far ? 0 : how_.step);
            if (end > op.left.cols.begin) return;
            permute_left(op.device, how_.groups[next]);
        }
    }

    /// Permutes a device's factored columns by the panels of a group: those of the group panel by panel.
    void permute_left(DeviceIndex device, const Span& group) {
        for (auto by = columns_.find(group.begin); by->first < group.end; ++by)
            permute_factored(device, {group.begin, by->first}, std::next(by)->first);
        permute_factored(device, {0, group.begin}, group.end);
    }

    void permute_factored(DeviceIndex device, const Span& cols, std::int64_t end) {
        for (auto c = columns_.lower_bound(cols.begin); c->first < cols.end; ++c)
            if (c->second.is_factored && c->second.device == device)
                permute({c->first, std::next(c)->first}, end, device, QueueKind::exec);
    }

    /// Permutes columns by all panels before column `end` whose permutations they do not have, by one group
    /// after the other.
    void permute(const Span& cols, std::int64_t end, DeviceIndex device, QueueKind queue) {
        const auto first = columns_.find(cols.begin);
        std::int64_t least = end;
        for (auto c = first; c->first < cols.end; ++c) least = std::min(least, c->second.permuted);
        for (auto group = std::ranges::upper_bound(how_.groups, least, {}, &Span::end);
             group != how_.groups.end() && group->begin < end; ++group)
            for (auto c = first; c->first < cols.end; ++c) {
                const Span by{std::max(group->begin, c->second.permuted), std::min(group->end, end)};
                if (by.begin >= by.end) continue;
                const Span rows{by.begin, how_.rows};
                result_.push_back({.kind = Kind::permute,
                                   .writes = {rows, {c->first, std::next(c)->first}},
                                   .left = {rows, by},
                                   .device = device,
                                   .queue = queue});
                c->second.permuted = by.end;
            }
    }

    const TileOperations& operations_;
    const DeferredPermutations& how_;
    std::map<std::int64_t, Columns> columns_{};  ///< by their first column
    /// The group whose permutations a device's factored columns get next.
    std::map<DeviceIndex, std::size_t> next_group_{};
    /// Operations of a device by a group's panels that are still to come.
    std::map<std::pair<DeviceIndex, std::size_t>, std::size_t> remaining_{};
    std::deque<TileOperation> unexchanged_{};  ///< panels whose permutations the others of their group lack
    std::int64_t factored_ = 0;                ///< columns before this one are
    TileOperations result_{};
};

}  // namespace

TileOperations without_permutations(const TileOperations& operations) {
    TileOperations others;
    std::ranges::copy_if(operations, std::back_inserter(others),
                         [](const TileOperation& op) { return op.kind != Kind::permute; });
    return others;
}

TileOperations defer_permutations(const TileOperations& operations, const DeferredPermutations& how) {
    return PermutationPlacer(operations, how).place();
}

}  // namespace hg
