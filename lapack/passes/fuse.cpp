#include "lapack/passes/fuse.hpp"

#include <algorithm>

namespace hg {

TileOperations fuse_updates(const TileOperations& operations, const FusedUpdates& fused) {
    using Kind = TileOperation::Kind;
    TileOperations result;
    for (TileOperation op : operations) {
        const Span left = op.left.cols;
        const std::int64_t first = fused.depth > 0 ? left.begin / fused.depth * fused.depth : 0;
        const bool is_fused =
            ((op.kind == Kind::solve && op.side == Side::left) || op.kind == Kind::update) &&
            fused.depth > 0 && first < fused.limit && op.writes.cols.begin >= first + fused.distance;
        if (is_fused) {
            if (left.end < std::min(first + fused.depth, op.writes.cols.begin)) continue;
            op.left.cols.begin = first;
            if (op.kind == Kind::solve) op.writes.rows.begin = op.left.rows.begin = first;
            if (op.kind == Kind::update)
                (op.adjoint == TileOperation::Adjoint::right ? op.right.cols : op.right.rows).begin = first;
        }
        result.push_back(op);
    }
    return result;
}

}  // namespace hg
