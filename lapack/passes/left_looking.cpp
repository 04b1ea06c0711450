#include "lapack/passes/left_looking.hpp"

#include <algorithm>
#include <tuple>

namespace hg {

TileOperations left_looking(TileOperations operations, const LeftLooking& how) {
    const auto place = [&](const TileOperation& op) {
        constexpr std::int64_t kBefore = -1;
        const std::int64_t column = op.writes.cols.begin;
        if (is_load(op)) {
            const std::int64_t turn = column / how.block * how.block - how.ahead;
            return how.first > 0 ? std::tuple(kBefore, kBefore, kBefore)
                                 : std::tuple(how.first, std::max(how.first, turn), kBefore);
        }
        if (!op.left.empty() && op.left.cols.end <= how.first)
            return std::tuple(kBefore, op.left.cols.begin, column);
        return std::tuple(how.first, column, op.writes.rows.begin);
    };
    std::ranges::stable_sort(operations, {}, place);
    return operations;
}

}  // namespace hg
