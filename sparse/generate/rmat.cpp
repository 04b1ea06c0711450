#include <complex>
#include <string>

#include "sparse/generate/random_element.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/sparse/generate.hpp>

namespace hg {
namespace {

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

}  // namespace

template <Element T>
SparseMatrix<T> rmat_matrix(int scale, std::int64_t edges_per_row, std::uint64_t seed) {
    require_argument(scale >= 0 && scale <= 30, "rmat_matrix", 1, "scale",
                     "scale = " + std::to_string(scale) + " must be from 0 to 30");
    constexpr std::int64_t kMost = std::int64_t{1} << 30;
    require_argument(
        edges_per_row >= 0 && edges_per_row <= kMost, "rmat_matrix", 2, "edges_per_row",
        "edges_per_row = " + std::to_string(edges_per_row) + " must be from 0 to " + std::to_string(kMost));
    const std::int64_t n = std::int64_t{1} << scale;
    const std::int64_t edges = n * edges_per_row;
    HostArray<std::int32_t> row(edges), column(edges);
    HostArray<T> value(edges);
    sparse::for_ranges(edges, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t k = first; k < last; ++k) {
            draw_edge(scale, sparse::mixed_bits(seed, static_cast<std::uint64_t>(k)), row[k], column[k]);
            value[k] = sparse::random_element<T>(seed, -1, k);
        }
    });
    const auto read = [](const auto& array) { return array.span(); };
    return SparseMatrix<T>::from_coo(n, n, read(row), read(column), read(value), true);
}

template SparseMatrix<float> rmat_matrix(int, std::int64_t, std::uint64_t);
template SparseMatrix<double> rmat_matrix(int, std::int64_t, std::uint64_t);
template SparseMatrix<std::complex<float>> rmat_matrix(int, std::int64_t, std::uint64_t);
template SparseMatrix<std::complex<double>> rmat_matrix(int, std::int64_t, std::uint64_t);

}  // namespace hg
