#pragma once

#include <optional>

#include <hg/blas/tiling.hpp>
#include <hg/blas/types.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// Shares of the devices' free memory that tiles of operands stay in between uses. Slots come in a few sizes,
/// so a budget in bytes can miss by a little: then a program takes the next share.
inline constexpr double kCachedShares[]{0.9, 0.54, 0.32, 0.19, 0.11, 0.0};

/// A matrix parameter divided into tiles. With `transposed`, block (i, j) is one of op(X) = X^T: the host
/// tile it names is block (j, i) of X as stored.
///
/// Of a symmetric or hermitian matrix one triangle is stored: what reads a tile makes the rest of it from
/// that. `part` is the triangle of a matrix of which nothing else is touched: that of each tile on the
/// diagonal.
struct TiledMatrix {
    ParameterId parameter{};
    ElementType type = ElementType::f64;
    BlockBounds rows{};  ///< of op(X)
    BlockBounds cols{};
    bool transposed = false;
    std::optional<Uplo> symmetric{};
    bool hermitian = false;  ///< in place of symmetric
    TilePart part = TilePart::whole;

    [[nodiscard]] std::size_t block_rows() const noexcept { return rows.size() - 1; }
    [[nodiscard]] std::size_t block_cols() const noexcept { return cols.size() - 1; }

    /// The host tile that holds block (i, j), as stored.
    [[nodiscard]] HostTile tile(std::size_t i, std::size_t j) const {
        const std::int64_t height = rows[i + 1] - rows[i];
        const std::int64_t width = cols[j + 1] - cols[j];
        if (transposed) return {parameter, cols[j], rows[i], width, height};
        return {parameter, rows[i], cols[j], height, width, i == j ? part : TilePart::whole};
    }
};

}  // namespace hg
