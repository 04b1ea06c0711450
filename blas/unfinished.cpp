#include "blas/unfinished.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace hg {
namespace {

/// Adds what is left of a tile after its first `elements` elements, counted column by column.
void add_rest(const HostTile& tile, std::int64_t elements, std::vector<HostTile>& rest) {
    std::int64_t whole_columns = elements / tile.rows;
    const std::int64_t rows = elements % tile.rows;
    if (rows > 0) {
        rest.push_back({tile.parameter, tile.row + rows, tile.col + whole_columns, tile.rows - rows, 1});
        ++whole_columns;
    }
    if (whole_columns < tile.cols)
        rest.push_back(
            {tile.parameter, tile.row, tile.col + whole_columns, tile.rows, tile.cols - whole_columns});
}

/// Puts tiles that stand below each other together, those with the same columns.
void join_columns(std::vector<HostTile>& tiles) {
    std::sort(tiles.begin(), tiles.end(), [](const HostTile& a, const HostTile& b) {
        return std::tuple(a.parameter, a.col, a.cols, a.row) < std::tuple(b.parameter, b.col, b.cols, b.row);
    });
    std::vector<HostTile> joined;
    for (const HostTile& tile : tiles) {
        HostTile* last = joined.empty() ? nullptr : &joined.back();
        if (last != nullptr && last->parameter == tile.parameter && last->col == tile.col &&
            last->cols == tile.cols && last->row + last->rows == tile.row)
            last->rows += tile.rows;
        else
            joined.push_back(tile);
    }
    tiles = std::move(joined);
}

HostTile transposed(const HostTile& tile) {
    return {tile.parameter, tile.col, tile.row, tile.cols, tile.rows};
}

void transpose(std::vector<HostTile>& tiles) {
    std::transform(tiles.begin(), tiles.end(), tiles.begin(), transposed);
}

}  // namespace

Unfinished unfinished(const Program& program, const RunJournal& journal) {
    Unfinished result;
    for (std::size_t i = 0; i < program.size(); ++i) {
        const auto id = static_cast<CommandId>(i);
        if (program.command(id).operation != Operation::store) continue;
        const HostTile& tile = program.tile(id);
        if (tile.rows == 0 || tile.cols == 0) continue;
        const std::optional<std::int64_t> bytes = journal.stored_bytes(id);
        if (!bytes) result.unknown = true;
        const ElementType type = program.matrices()[index(tile.parameter)].type;
        add_rest(tile, bytes.value_or(0) / size_of(type), result.tiles);
    }
    join_columns(result.tiles);
    transpose(result.tiles);
    join_columns(result.tiles);
    transpose(result.tiles);
    return result;
}

Error spoilt(const Error& error, const std::string& what) {
    ErrorContext context = error.context();
    context.spoilt = true;
    return Error(error.code(), error.message() + "; " + what, std::move(context));
}

}  // namespace hg
