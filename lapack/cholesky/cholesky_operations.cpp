#include "lapack/cholesky/cholesky_operations.hpp"

#include <cstddef>

#include "lapack/cholesky/potrf_definition.hpp"
#include "lapack/passes/distribute.hpp"
#include "lapack/passes/divide.hpp"
#include "lapack/passes/fuse.hpp"
#include "lapack/passes/left_looking.hpp"
#include "lapack/passes/store_final.hpp"

namespace hg {

/// A block column is updated by a whole block column at once, but by itself and the one before it panel by
/// panel, each when its turn comes: first its diagonal block, then the rows below.
std::vector<TileOperations> cholesky_operations(const CholeskyLayout& layout) {
    const std::int64_t n = layout.n, width = layout.block_column;
    const std::int64_t by_panels = (layout.last_by_panels ? 2 : 1) * width;
    const TileOperations by_blocks = divide_columns(potrf_definition(n, layout.panel), multiples(width, n));
    const std::vector<BlockColumn> blocks = layout.distributed();
    const std::int64_t ahead = static_cast<std::int64_t>(layout.devices.size() - 1) * width;
    std::vector<TileOperations> lists;
    for (std::size_t pass = 0; pass < layout.passes(); ++pass) {
        const Span held = layout.columns_of_pass(pass);
        const auto is_near = [&](const TileOperation& op) {
            const std::int64_t by = op.left.cols.begin / width * width;
            return by >= held.begin && op.writes.cols.begin < by + by_panels;
        };
        TileOperations list = divide_columns(writing(by_blocks, held), multiples(layout.panel, n), is_near);
        list = fuse_updates(divide_diagonal_blocks(list, is_near), {.depth = width, .limit = n});
        list = distribute(list, {blocks, held, width});
        list = left_looking(list, {.first = held.begin, .block = width, .ahead = ahead});
        for (TileOperation& op : list)
            if (op.kind == TileOperation::Kind::factor && layout.beside) op.queue = QueueKind::exec2;
        lists.push_back(store_final(list, {.units = columns_of(blocks)}));
    }
    return lists;
}

}  // namespace hg
