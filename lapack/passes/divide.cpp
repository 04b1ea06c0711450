#include "lapack/passes/divide.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace hg {

TileOperations divide_columns(const TileOperations& operations, const std::vector<std::int64_t>& bounds) {
    TileOperations divided;
    for (const TileOperation& op : operations) {
        const Span cols = op.writes.cols;
        auto bound = std::upper_bound(bounds.begin(), bounds.end(), cols.begin);
        for (Span part = cols; part.begin < cols.end; part.begin = part.end) {
            part.end = bound == bounds.end() ? cols.end : std::min(cols.end, *bound++);
            if (op.kind == TileOperation::Kind::factor) part = cols;
            divided.push_back(op);
            divided.back().writes.cols = part;
            if (!op.right.empty()) divided.back().right.cols = part;
        }
    }
    std::ranges::stable_sort(divided, {}, [](const TileOperation& op) {
        return op.kind == TileOperation::Kind::factor ? std::pair(op.writes.cols.begin, std::int64_t{-1})
                                                      : std::pair(op.left.cols.begin, op.writes.cols.begin);
    });
    return divided;
}

}  // namespace hg
