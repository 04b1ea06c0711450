#include "lapack/qr/qr_operations.hpp"

#include <cstddef>

#include "lapack/passes/distribute.hpp"
#include "lapack/passes/divide.hpp"
#include "lapack/passes/left_looking.hpp"
#include "lapack/passes/store_final.hpp"
#include "lapack/qr/geqrf_definition.hpp"

namespace hg {
namespace {

/// Columns that are stored together: panels, and what is right of the last one.
std::vector<Span> stored_columns(const BlockLayout& layout) {
    std::vector<Span> columns;
    for (const Span& block : columns_of(layout.distributed()))
        for (std::int64_t c = block.begin; c < block.end; c = columns.back().end)
            columns.push_back({c, c < layout.order() ? std::min({c + layout.panel, layout.order(), block.end})
                                                     : block.end});
    return columns;
}

}  // namespace

std::vector<TileOperations> qr_operations(const BlockLayout& layout) {
    const TileOperations updates = divide_columns(geqrf_definition(layout.m, layout.n, layout.panel),
                                                  multiples(layout.block_column, layout.n));
    const std::vector<BlockColumn> blocks = layout.distributed();
    const std::int64_t ahead = static_cast<std::int64_t>(layout.devices.size() - 1) * layout.block_column;
    std::vector<TileOperations> lists;
    for (std::size_t pass = 0; pass < layout.passes(); ++pass) {
        const Span held = layout.columns_of_pass(pass);
        const TileOperations list =
            left_looking(distribute(updates, {blocks, held, layout.panel}),
                         {.first = held.begin, .block = layout.block_column, .ahead = ahead});
        // Other devices load panels from where they are stored.
        lists.push_back(store_final(list, {.units = stored_columns(layout), .before_exchanges = true}));
    }
    return lists;
}

}  // namespace hg
