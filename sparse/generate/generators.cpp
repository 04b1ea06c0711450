#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "host_blas/each_element.hpp"
#include "sparse/generate/random_element.hpp"
#include "sparse/matrix/check_csr.hpp"
#include "sparse/matrix/prefix_sum.hpp"
#include <hg/sparse/generate.hpp>

namespace hg {
namespace sparse {

/// The neighbours of points of a grid.
class Stencil {
  public:
    Stencil(int points, std::int64_t nx, std::int64_t ny, std::int64_t nz) noexcept
        : nx_(nx), ny_(ny), nz_(nz), points_(points), reach_(points == 27 ? 3 : 1) {}

    /// Calls take(j) for each point j of the stencil of point i, in ascending order.
    template <class Take>
    void for_neighbours(std::int64_t i, const Take& take) const noexcept {
        const std::int64_t x = i % nx_, y = i / nx_ % ny_, z = i / nx_ / ny_;
        for (auto v = std::max<std::int64_t>(z - 1, 0); v <= std::min(z + 1, nz_ - 1); ++v)
            for (auto u = std::max<std::int64_t>(y - 1, 0); u <= std::min(y + 1, ny_ - 1); ++u)
                for (auto t = std::max<std::int64_t>(x - 1, 0); t <= std::min(x + 1, nx_ - 1); ++t)
                    if (std::abs(t - x) + std::abs(u - y) + std::abs(v - z) <= reach_)
                        take(t + nx_ * (u + ny_ * v));
    }

    [[nodiscard]] std::int64_t count(std::int64_t i) const noexcept {
        std::int64_t found = 0;
        for_neighbours(i, [&](std::int64_t) { ++found; });
        return found;
    }

    [[nodiscard]] int diagonal() const noexcept { return points_ - 1; }

  private:
    std::int64_t nx_, ny_, nz_;
    int points_, reach_;  ///< steps along the axes from the point to its neighbours
};

/// What rows of random matrices are made by.
struct RandomRows {
    std::int64_t rows, cols, fewest, most;
    std::uint64_t seed;

    void check(const char* routine) const {
        check_size(routine, rows, cols);
        if (most == 0) check_rows(routine, 1, "rows", rows, 0);
        require_argument(fewest >= 0 && fewest <= most && most <= cols, routine, 3, "fewest",
                         "fewest = " + std::to_string(fewest) + " and most = " + std::to_string(most) +
                             " must be in order, from 0 to cols = " + std::to_string(cols));
    }

    [[nodiscard]] std::uint64_t bits(std::int64_t i, std::uint64_t what) const noexcept {
        return mixed_bits(mixed_bits(~seed, what), static_cast<std::uint64_t>(i));
    }

    [[nodiscard]] std::int64_t length(std::int64_t i) const noexcept {
        return fewest + static_cast<std::int64_t>(bits(i, 1) % static_cast<std::uint64_t>(most - fewest + 1));
    }

    [[nodiscard]] bool is_empty(std::int64_t i) const noexcept {
        return i == 0 || i == rows - 1 || bits(i, 2) % 3 != 0;
    }
};

}  // namespace sparse

namespace {

using sparse::check_range;
using sparse::kMostRows;

/// A matrix whose row i has length(i) nonzeros, which fill(i, column, value) sets, columns in ascending
/// order. Both are called in parallel and must not throw.
template <Element T, class Length, class Fill>
SparseMatrix<T> by_rows(std::int64_t rows, std::int64_t cols, const Length& length, const Fill& fill) {
    HostArray<std::int64_t> row_start(rows + 1);
    const std::int64_t nonzeros = sparse::prefix_sum(rows, length, row_start.data());
    CsrArrays<T> made = sparse::unset_csr<T>(rows, cols, nonzeros);
    made.row_start = std::move(row_start);
    sparse::with_columns(made, [&](auto* column) {
        sparse::for_each_row(made.row_start.span(), [&](std::int64_t i) {
            fill(i, column + made.row_start[i], made.value.data() + made.row_start[i]);
        });
    });
    return SparseMatrix<T>::adopt(std::move(made));
}

/// Sets one row to the columns from `first` on, `count` of them, at random values.
template <Element T, class Column>
void fill_run(std::uint64_t seed, std::int64_t i, std::int64_t first, std::int64_t count, Column* column,
              T* value) noexcept {
    for (std::int64_t k = 0; k < count; ++k) {
        column[k] = static_cast<Column>(first + k);
        value[k] = sparse::random_element<T>(seed, i, first + k);
    }
}

/// Chances of the quarters of the matrix: upper left, upper right, lower left; the rest is the fourth's.
constexpr double kUpperLeft = 0.57, kUpperRight = 0.19, kLowerLeft = 0.19;

/// The quarter is drawn anew at each level, down to an element.
void draw_edge(int scale, std::uint64_t bits, std::int32_t& row, std::int32_t& column) noexcept {
    row = column = 0;
    for (int level = 0; level < scale; ++level) {
        bits = sparse::mixed_bits(bits);
        const double drawn = sparse::unit_number(bits);
        const bool lower = drawn >= kUpperLeft + kUpperRight;
        const bool right = lower ? drawn >= kUpperLeft + kUpperRight + kLowerLeft : drawn >= kUpperLeft;
        row = 2 * row + (lower ? 1 : 0);
        column = 2 * column + (right ? 1 : 0);
    }
}

/// Each nonzero lies in a part of the row of its own: so columns ascend.
template <Element T, class Length>
SparseMatrix<T> spread_rows(const sparse::RandomRows& by, const Length& length) {
    const auto fill = [&](std::int64_t i, auto* column, T* value) {
        using Column = std::remove_reference_t<decltype(*column)>;
        const std::int64_t count = length(i);
        for (std::int64_t k = 0; k < count; ++k) {
            const std::int64_t first = sparse::begin_of_share(k, count, by.cols);
            const std::int64_t places = sparse::begin_of_share(k + 1, count, by.cols) - first;
            const auto drawn = sparse::mixed_bits(by.bits(i, 3), static_cast<std::uint64_t>(k));
            column[k] = static_cast<Column>(
                first + static_cast<std::int64_t>(drawn % static_cast<std::uint64_t>(places)));
            value[k] = sparse::random_element<T>(by.seed, i, column[k]);
        }
    };
    return by_rows<T>(by.rows, by.cols, length, fill);
}

}  // namespace

template <Element T>
SparseMatrix<T> laplacian(int points, std::int64_t nx, std::int64_t ny, std::int64_t nz) {
    require_argument(points == 5 || points == 7 || points == 27, "laplacian", 1, "points",
                     "points = " + std::to_string(points) + " must be 5, 7 or 27");
    constexpr std::int64_t kMost = std::int64_t{1} << 20;  // so that products hold
    check_range("laplacian", 2, "nx", nx, 0, kMost);
    check_range("laplacian", 3, "ny", ny, 0, kMost);
    check_range("laplacian", 4, "nz", nz, 0, points == 5 ? 1 : kMost);
    const sparse::Stencil stencil(points, nx, ny, nz);
    const std::int64_t rows = nx * ny * nz;
    const auto fill = [&](std::int64_t i, auto* column, T* value) {
        stencil.for_neighbours(i, [&](std::int64_t j) {
            *column++ = static_cast<std::remove_reference_t<decltype(*column)>>(j);
            *value++ = T(static_cast<RealOf<T>>(j == i ? stencil.diagonal() : -1));
        });
    };
    return by_rows<T>(
        rows, rows, [&](std::int64_t i) { return stencil.count(i); }, fill);
}

template <Element T>
SparseMatrix<T> arrow_matrix(std::int64_t n, std::uint64_t seed) {
    check_range("arrow_matrix", 1, "n", n, 0, kMostRows);
    const auto length = [=](std::int64_t i) { return i == 0 ? n : std::int64_t{2}; };
    const auto fill = [=](std::int64_t i, auto* column, T* value) {
        if (i == 0) return fill_run(seed, i, 0, n, column, value);
        fill_run(seed, i, 0, 1, column, value);
        fill_run(seed, i, i, 1, column + 1, value + 1);
    };
    return by_rows<T>(n, n, length, fill);
}

template <Element T>
SparseMatrix<T> banded_matrix(std::int64_t n, std::int64_t width, std::uint64_t seed) {
    check_range("banded_matrix", 1, "n", n, 0, kMostRows);
    check_range("banded_matrix", 2, "width", width, 0, kMostRows);
    const auto first = [=](std::int64_t i) { return std::max<std::int64_t>(0, i - width); };
    const auto length = [=](std::int64_t i) { return std::min(n - 1, i + width) + 1 - first(i); };
    const auto fill = [=](std::int64_t i, auto* column, T* value) {
        fill_run(seed, i, first(i), length(i), column, value);
    };
    return by_rows<T>(n, n, length, fill);
}

template <Element T>
SparseMatrix<T> block_diagonal_matrix(std::int64_t n, std::int64_t block, std::uint64_t seed) {
    check_range("block_diagonal_matrix", 1, "n", n, 0, kMostRows);
    check_range("block_diagonal_matrix", 2, "block", block, 1, kMostRows);
    const auto length = [=](std::int64_t i) { return std::min(block, n - i / block * block); };
    const auto fill = [=](std::int64_t i, auto* column, T* value) {
        fill_run(seed, i, i / block * block, length(i), column, value);
    };
    return by_rows<T>(n, n, length, fill);
}

template <Element T>
SparseMatrix<T> rmat_matrix(int scale, std::int64_t edges_per_row, std::uint64_t seed) {
    check_range("rmat_matrix", 1, "scale", scale, 0, 30);
    check_range("rmat_matrix", 2, "edges_per_row", edges_per_row, 0, std::int64_t{1} << 30);
    const std::int64_t n = std::int64_t{1} << scale;
    const std::int64_t edges = n * edges_per_row;
    HostArray<std::int32_t> row(edges), column(edges);
    HostArray<T> value(edges);
    sparse::for_each_index(edges, [&](std::int64_t k) {
        draw_edge(scale, sparse::mixed_bits(seed, static_cast<std::uint64_t>(k)), row[k], column[k]);
        value[k] = sparse::random_element<T>(seed, -1, k);
    });
    const auto read = [](const auto& array) { return array.span(); };
    return SparseMatrix<T>::from_coo(n, n, read(row), read(column), read(value), true);
}

template <Element T>
SparseMatrix<T> random_rows_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest,
                                   std::int64_t most, std::uint64_t seed) {
    const sparse::RandomRows by{rows, cols, fewest, most, seed};
    by.check("random_rows_matrix");
    return spread_rows<T>(by, [&](std::int64_t i) { return by.length(i); });
}

template <Element T>
SparseMatrix<T> dense_row_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest, std::int64_t most,
                                 std::uint64_t seed) {
    const sparse::RandomRows by{rows, cols, fewest, most, seed};
    by.check("dense_row_matrix");
    return spread_rows<T>(by, [&](std::int64_t i) { return i == rows / 2 ? cols : by.length(i); });
}

template <Element T>
SparseMatrix<T> empty_rows_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest,
                                  std::int64_t most, std::uint64_t seed) {
    const sparse::RandomRows by{rows, cols, fewest, most, seed};
    by.check("empty_rows_matrix");
    return spread_rows<T>(by, [&](std::int64_t i) { return by.is_empty(i) ? 0 : by.length(i); });
}

#define HG_INSTANTIATE(T)                                                                               \
    template SparseMatrix<T> laplacian(int, std::int64_t, std::int64_t, std::int64_t);                  \
    template SparseMatrix<T> rmat_matrix(int, std::int64_t, std::uint64_t);                             \
    template SparseMatrix<T> arrow_matrix(std::int64_t, std::uint64_t);                                 \
    template SparseMatrix<T> banded_matrix(std::int64_t, std::int64_t, std::uint64_t);                  \
    template SparseMatrix<T> block_diagonal_matrix(std::int64_t, std::int64_t, std::uint64_t);          \
    template SparseMatrix<T> random_rows_matrix(std::int64_t, std::int64_t, std::int64_t, std::int64_t, \
                                                std::uint64_t);                                         \
    template SparseMatrix<T> dense_row_matrix(std::int64_t, std::int64_t, std::int64_t, std::int64_t,   \
                                              std::uint64_t);                                           \
    template SparseMatrix<T> empty_rows_matrix(std::int64_t, std::int64_t, std::int64_t, std::int64_t,  \
                                               std::uint64_t);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg
