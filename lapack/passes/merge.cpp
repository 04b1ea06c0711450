#include "lapack/passes/merge.hpp"

#include <algorithm>
#include <cstddef>

namespace hg {
namespace {

using Kind = TileOperation::Kind;

/// How many operations an operation may pass to join another one.
constexpr std::size_t kMostPassed = 64;

bool is_same_lane(const TileOperation& a, const TileOperation& b) {
    return a.device == b.device && a.queue == b.queue;
}

bool do_the_same(const TileOperation& a, const TileOperation& b) {
    return a.kind == b.kind && a.side == b.side && a.adjoint == b.adjoint && is_same_lane(a, b) &&
           equal(a.left.cols, b.left.cols) && equal(a.writes.rows, b.writes.rows);
}

bool can_be_joined(const TileOperation& op) {
    return op.kind != Kind::factor && op.kind != Kind::copy && op.kind != Kind::store &&
           op.side == Side::left && op.adjoint != TileOperation::Adjoint::right;
}

/// What stands between operations by other panels is urgent: it is not to wait for more columns.
bool is_of_another_step(const TileOperation& before, const TileOperation& op) {
    return op.kind != Kind::permute && before.kind == op.kind && is_same_lane(before, op) &&
           !equal(before.left.cols, op.left.cols);
}

bool conflict(const TileOperation& a, const TileOperation& b) {
    const auto touches = [](const Tile& written, const TileOperation& op) {
        return overlap(written, op.writes) || overlap(written, op.left) || overlap(written, op.right);
    };
    return touches(a.writes, b) || touches(b.writes, a);
}

}  // namespace

TileOperations merge_columns(const TileOperations& operations, const std::vector<std::int64_t>& bounds) {
    TileOperations merged;
    const auto join = [&](const TileOperation& op) {
        if (!can_be_joined(op)) return false;
        if (std::binary_search(bounds.begin(), bounds.end(), op.writes.cols.begin)) return false;
        for (std::size_t back = 1; back <= std::min(kMostPassed, merged.size()); ++back) {
            TileOperation& before = merged[merged.size() - back];
            if (do_the_same(before, op) && before.writes.cols.end == op.writes.cols.begin) {
                before.writes.cols.end = op.writes.cols.end;
                if (!op.right.empty()) before.right.cols.end = op.right.cols.end;
                return true;
            }
            if (conflict(before, op)) return false;
            if (is_of_another_step(before, op)) return false;
        }
        return false;
    };
    for (const TileOperation& op : operations)
        if (!join(op)) merged.push_back(op);
    return merged;
}

}  // namespace hg
