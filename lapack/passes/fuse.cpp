#include "lapack/passes/fuse.hpp"

namespace hg {

TileOperations fuse_updates(const TileOperations& operations, const FusedUpdates& fused) {
    using Kind = TileOperation::Kind;
    TileOperations result;
    for (TileOperation op : operations) {
        const Span left = op.left.cols;
        const std::int64_t first = fused.depth > 0 ? left.begin / fused.depth * fused.depth : 0;
        const bool is_fused = (op.kind == Kind::solve || op.kind == Kind::update) && fused.depth > 0 &&
                              first + fused.depth <= fused.limit &&
                              op.writes.cols.begin >= first + fused.distance;
        if (is_fused) {
            if (left.end < first + fused.depth) continue;
            op.left.cols.begin = first;
            if (op.kind == Kind::solve) op.writes.rows.begin = op.left.rows.begin = first;
            if (op.kind == Kind::update) op.right.rows.begin = first;
        }
        result.push_back(op);
    }
    return result;
}

}  // namespace hg
