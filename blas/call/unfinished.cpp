#include "blas/call/unfinished.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "runtime/program/base/current_error.hpp"

namespace hg {
namespace {

/// Adds a rectangle or a triangle if it is not empty.
void add(const HostTile& tile, std::vector<HostTile>& rest) {
    if (tile.rows > 0 && tile.cols > 0) rest.push_back(tile);
}

/// Adds the columns of a tile after the first `done` ones. For a triangle, they form a triangle again, plus a
/// rectangle above it if the triangle is upper.
void add_columns(const HostTile& tile, std::int64_t done, std::vector<HostTile>& rest) {
    const std::int64_t cols = tile.cols - done;
    if (tile.part == TilePart::whole)
        return add({tile.parameter, tile.row, tile.col + done, tile.rows, cols}, rest);
    if (tile.part == TilePart::upper) add({tile.parameter, tile.row, tile.col + done, done, cols}, rest);
    add({tile.parameter, tile.row + done, tile.col + done, tile.rows - done, cols, tile.part}, rest);
}

/// Adds the part of a tile after its first `elements` elements, counted column by column.
void add_rest(const HostTile& tile, std::int64_t elements, std::vector<HostTile>& rest) {
    const std::int64_t column = elements / tile.rows;
    const std::int64_t rows = elements % tile.rows;
    if (rows == 0) return add_columns(tile, column, rest);
    const std::int64_t begin = tile.part == TilePart::lower ? std::max(rows, column) : rows;
    const std::int64_t end = tile.part == TilePart::upper ? column + 1 : tile.rows;
    add({tile.parameter, tile.row + begin, tile.col + column, end - begin, 1}, rest);
    add_columns(tile, column + 1, rest);
}

bool both_whole(const HostTile& a, const HostTile& b) {
    return a.part == TilePart::whole && b.part == TilePart::whole;
}

/// Joins vertically adjacent tiles with the same columns.
void join_columns(std::vector<HostTile>& tiles) {
    std::sort(tiles.begin(), tiles.end(), [](const HostTile& a, const HostTile& b) {
        return std::tuple(a.parameter, a.col, a.cols, a.row) < std::tuple(b.parameter, b.col, b.cols, b.row);
    });
    std::size_t joined = 0;
    for (const HostTile& tile : tiles) {
        HostTile* const last = joined == 0 ? nullptr : &tiles[joined - 1];
        if (last != nullptr && both_whole(*last, tile) && last->parameter == tile.parameter &&
            last->col == tile.col && last->cols == tile.cols && last->row + last->rows == tile.row)
            last->rows += tile.rows;
        else
            tiles[joined++] = tile;
    }
    tiles.resize(joined);
}

HostTile transposed(const HostTile& tile) {
    const TilePart part = tile.part == TilePart::whole   ? TilePart::whole
                          : tile.part == TilePart::lower ? TilePart::upper
                                                         : TilePart::lower;
    return {tile.parameter, tile.col, tile.row, tile.cols, tile.rows, part};
}

void transpose(std::vector<HostTile>& tiles) {
    std::transform(tiles.begin(), tiles.end(), tiles.begin(), transposed);
}

Error partially_written(const Error& error, std::string_view before, std::string_view matrix,
                        std::string_view after) noexcept {
    try {
        return partially_written(error, std::string(before).append(matrix).append(after));
    } catch (const std::bad_alloc&) {
        return no_host_memory(true);
    }
}

}  // namespace

bool others_may_finish(const Error& error) noexcept {
    return error.code() == ErrorCode::device_lost || error.code() == ErrorCode::device_failed ||
           error.code() == ErrorCode::build_failed;
}

std::size_t most_unfinished(const Program& program) noexcept {
    std::size_t stores = 0;
    for (DeviceIndex d = 0; d < program.devices().size(); ++d)
        stores += program.queue({d, QueueKind::store}).size();
    return 3 * stores;
}

void find_unfinished(const Program& program, const RunJournal& journal, Unfinished& result) noexcept {
    result.tiles.clear();
    result.unknown = false;
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
}

bool stored_nothing_of(std::string_view matrix, const Program& program, const RunJournal& journal) noexcept {
    for (std::size_t i = 0; i < program.size(); ++i) {
        const auto id = static_cast<CommandId>(i);
        if (program.command(id).operation == Operation::store && journal.stored_bytes(id) != 0 &&
            program.matrices()[index(program.tile(id).parameter)].name == matrix)
            return false;
    }
    return true;
}

Error partly_stored(const Error& error, std::string_view matrix) noexcept {
    return partially_written(error, "transfers into pinned memory were under way: some elements of ", matrix,
                             " hold their old and some their final values, not known which");
}

Error overwritten(const Error& error, std::string_view matrix) noexcept {
    return partially_written(error, "", matrix,
                             " is partially_written: what is left of it needs elements that are overwritten");
}

Error partially_written(const Error& error, std::string_view what) noexcept {
    try {
        ErrorContext context = error.context();
        context.partially_written = true;
        return Error(error.code(), error.message() + "; " + std::string(what), std::move(context));
    } catch (const std::bad_alloc&) {
        return no_host_memory(true);
    }
}

}  // namespace hg
