#include "blas/tiles/symmetric_tile.hpp"

#include <algorithm>
#include <optional>

#include "blas/call/shape.hpp"
#include "kernels/elementwise/symmetric_part.hpp"
#include <hg/blas/registers/gemm.hpp>

namespace hg {
namespace {

/// A rectangle divided at the diagonal: the part before it, the square on it, and the part after it. row and
/// col are the position of the square.
struct CutTile {
    std::int64_t row = 0;
    std::int64_t col = 0;
    std::optional<HostTile> before, square, after;
};

CutTile cut(const HostTile& tile) {
    const std::int64_t end_row = tile.row + tile.rows;
    const std::int64_t end_col = tile.col + tile.cols;
    const std::int64_t begin = std::max(tile.row, tile.col);
    const std::int64_t end = std::min(end_row, end_col);
    if (begin >= end) {
        const bool below = tile.row >= end_col;
        return {below ? 0 : tile.rows, below ? tile.cols : 0, tile, {}, {}};
    }
    CutTile pieces{begin - tile.row, begin - tile.col, {}, {}, {}};
    const ParameterId matrix = tile.parameter;
    pieces.square = HostTile{matrix, begin, begin, end - begin, end - begin};
    if (pieces.col > 0) pieces.before = HostTile{matrix, tile.row, tile.col, tile.rows, pieces.col};
    if (pieces.row > 0) pieces.before = HostTile{matrix, tile.row, tile.col, pieces.row, tile.cols};
    if (end_col > end) pieces.after = HostTile{matrix, begin, end, end_row - begin, end_col - end};
    if (end_row > end) pieces.after = HostTile{matrix, end, begin, end_row - end, end_col - begin};
    return pieces;
}

/// Returns the rectangle or its mirror image, whichever is stored.
HostTile stored_image(const HostTile& tile, Uplo stored) {
    const bool below = tile.row > tile.col;
    if (below == (stored == Uplo::lower)) return tile;
    return {tile.parameter, tile.col, tile.row, tile.cols, tile.rows};
}

}  // namespace

void load_symmetric(ProgramBuilder& builder, Uplo stored, bool hermitian, const HostTile& tile,
                    RegisterId destination) {
    CutTile pieces = cut(tile);
    if (!pieces.square && stored_image(tile, stored) == tile) {
        builder.load(destination, tile);
        return;
    }
    const Register like = builder.reg(destination);
    const auto loaded = [&](const HostTile& piece) {
        const RegisterId reg =
            builder.reg(like.device, like.type, piece.rows, piece.cols, padded_ld(piece.rows, like.type));
        builder.load(reg, piece);
        return reg;
    };
    std::optional<RegisterId> square, before, after;
    if (pieces.square) {
        pieces.square->part = part_of(stored);
        square = loaded(*pieces.square);
    }
    if (pieces.before) before = loaded(stored_image(*pieces.before, stored));
    if (pieces.after) after = loaded(stored_image(*pieces.after, stored));
    const RegisterId any = square ? *square : *before;
    builder.exec(hermitian ? kernels::hermitian_part(like.type) : kernels::symmetric_part(like.type),
                 {any, before.value_or(any), after.value_or(any), destination},
                 {static_cast<double>(pieces.row), static_cast<double>(pieces.col),
                  stored == Uplo::upper ? 1.0 : 0.0});
}

}  // namespace hg
