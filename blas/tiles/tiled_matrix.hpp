#pragma once

#include <optional>

#include <hg/blas/tiling.hpp>
#include <hg/blas/types.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// Shares of the devices' free memory in which tiles of operands remain resident between uses. Slots have
/// only a few sizes, so a program may exceed its budget by a little; then it uses the next share.
inline constexpr double kCachedShares[]{0.9, 0.54, 0.32, 0.19, 0.11, 0.0};

/// A matrix parameter divided into tiles. With `transposed`, block (i, j) is one of op(X) = X^T: the host
/// tile it names is block (j, i) of X as stored.
///
/// If the matrix is symmetric or hermitian, one triangle is stored, and readers of a tile construct the rest
/// from it. If only one triangle of the matrix is touched, `part` is that triangle: it applies to each
/// diagonal tile.
struct TiledMatrix {
    ParameterId parameter{};
    ElementType type = ElementType::f64;
    BlockBounds rows{};  ///< block rows of op(X)
    BlockBounds cols{};
    bool transposed = false;
    std::optional<Uplo> symmetric{};
    bool hermitian = false;  ///< hermitian instead of symmetric
    TilePart part = TilePart::whole;

    [[nodiscard]] std::size_t block_rows() const noexcept { return rows.size() - 1; }
    [[nodiscard]] std::size_t block_cols() const noexcept { return cols.size() - 1; }

    /// Returns the host tile with block (i, j), as stored.
    [[nodiscard]] HostTile tile(std::size_t i, std::size_t j) const {
        const std::int64_t height = rows[i + 1] - rows[i];
        const std::int64_t width = cols[j + 1] - cols[j];
        if (transposed) return {parameter, cols[j], rows[i], width, height};
        return {parameter, rows[i], cols[j], height, width, i == j ? part : TilePart::whole};
    }
};

}  // namespace hg
