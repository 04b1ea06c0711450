#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "blas/level3/product/gemm_call.hpp"
#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg {

/// Base of the calls of solves and products with a triangle. `Arguments` is TrsmArguments or TrmmArguments.
template <class Arguments, class Problem>
struct TriangleCall : Arguments {
    using T = typename Arguments::Element;

    [[nodiscard]] bool does_nothing() const noexcept { return this->m == 0 || this->n == 0; }
    /// If alpha is 0, returns the product with k = 0 that sets B := 0.
    [[nodiscard]] std::optional<GemmCall<T>> as_product() const noexcept {
        if (this->alpha != T{0}) return std::nullopt;
        return GemmCall<T>{{Op::none, Op::none, this->m, this->n, 0, T{0}, nullptr, this->m, nullptr, 1, T{0},
                            this->B, this->ldb}};
    }
    [[nodiscard]] Problem problem() const noexcept {
        return {.type = element_type_of<T>(),
                .side = this->side,
                .uplo = this->uplo,
                .op = this->op,
                .diag = this->diag,
                .m = this->m,
                .n = this->n};
    }

  protected:
    /// Returns the arguments for a rectangle of B with the diagonal block of A that belongs to it.
    [[nodiscard]] Arguments on_own_triangle(const HostTile& tile) const noexcept;
    /// tile := factor op(A) X + scale tile (Side::right: factor X op(A) + scale tile), where X is the part of
    /// B on which the rectangle depends, apart from itself. Empty if there is no such part.
    [[nodiscard]] std::optional<GemmCall<T>> product_with_before(const HostTile& tile, T factor,
                                                                 T scale) const noexcept;
};

/// A rectangle of B in a solve or a product.
struct TriangleTile {
    TriangleTile(const TriangleShape& shape, const HostTile& tile)
        : along(shape.left() ? rows_of(tile) : cols_of(tile)),
          across(shape.left() ? cols_of(tile) : rows_of(tile)),
          before(shape.before(along)) {}

    Span along;
    Span across;
    Span before;  ///< the part on which it depends, apart from itself

  private:
    static Span rows_of(const HostTile& tile) noexcept { return {tile.row, tile.row + tile.rows}; }
    static Span cols_of(const HostTile& tile) noexcept { return {tile.col, tile.col + tile.cols}; }
};

/// Sorts rectangles of B into the order in which a solve computes them.
inline void put_in_order_of_solve(const TriangleShape& shape, std::vector<HostTile>& tiles) noexcept {
    std::sort(tiles.begin(), tiles.end(), [&](const HostTile& a, const HostTile& b) {
        const std::int64_t first = shape.left() ? a.row : a.col;
        const std::int64_t second = shape.left() ? b.row : b.col;
        return shape.forward() ? first < second : first > second;
    });
}

template <class Arguments, class Problem>
Arguments TriangleCall<Arguments, Problem>::on_own_triangle(const HostTile& tile) const noexcept {
    Arguments part = *this;
    part.A += TriangleTile(TriangleShape(part), tile).along.begin * (part.lda + 1);
    part.B += tile.row + tile.col * part.ldb;
    part.m = tile.rows;
    part.n = tile.cols;
    return part;
}

template <class Arguments, class Problem>
auto TriangleCall<Arguments, Problem>::product_with_before(const HostTile& tile, T factor,
                                                           T scale) const noexcept
    -> std::optional<GemmCall<T>> {
    const Arguments& c = *this;
    const TriangleShape shape(c);
    const TriangleTile part(shape, tile);
    if (part.before.empty()) return std::nullopt;
    const HostTile a = shape.tile_of_a({}, part.along, part.before);
    const HostTile x = shape.tile_of_b({}, part.before, part.across);
    const T* const a_data = c.A + a.row + a.col * c.lda;
    const T* const x_data = c.B + x.row + x.col * c.ldb;
    T* const result = c.B + tile.row + tile.col * c.ldb;
    const std::int64_t depth = part.before.size();
    if (shape.left())
        return GemmCall<T>{{c.op, Op::none, tile.rows, tile.cols, depth, factor, a_data, c.lda, x_data, c.ldb,
                            scale, result, c.ldb}};
    return GemmCall<T>{{Op::none, c.op, tile.rows, tile.cols, depth, factor, x_data, c.ldb, a_data, c.lda,
                        scale, result, c.ldb}};
}

}  // namespace hg
