#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/sparse/sparse_matrix.hpp>

/// Sparse matrices by a rule, for tests, benches and examples: the same for the same arguments, on any machine. They are made in
/// parallel. Random values are from -1 to 1, in each part if they are complex.
///
/// Errors of all functions: Error{invalid_argument} that names the argument, and Error{out_of_memory}. Thread-safe.
namespace hg {

/// The Laplacian of a grid of nx x ny x nz points with fixed values beyond its border: row i belongs to point (x, y, z),
/// i = x + nx (y + ny z). It is symmetric and positive definite.
///
/// @param points      of the stencil: 5 or 7, the point with its neighbours along the axes, 4 or 6 on the diagonal; or 27, with all
///                    points around it, 26 on the diagonal. -1 elsewhere
/// @param nx, ny, nz  points of the grid, 0 or more; nz is 1 with 5 points
template <Element T>
SparseMatrix<T> laplacian(int points, std::int64_t nx, std::int64_t ny, std::int64_t nz = 1);

/// R-MAT, the graph with few long rows and many short ones (Chakrabarti, Zhan, Faloutsos 2004; a, b, c = 0.57, 0.19, 0.19).
/// Edges that are drawn twice are added.
///
/// @param scale          the matrix has 2^scale rows and columns: 0 to 30
/// @param edges_per_row  edges drawn for each row on average, 0 or more
template <Element T>
SparseMatrix<T> rmat_matrix(int scale, std::int64_t edges_per_row, std::uint64_t seed);

/// A full first row, a full first column and the diagonal of an n x n matrix.
template <Element T>
SparseMatrix<T> arrow_matrix(std::int64_t n, std::uint64_t seed);

/// All elements (i, j) of an n x n matrix with |i - j| <= width.
template <Element T>
SparseMatrix<T> banded_matrix(std::int64_t n, std::int64_t width, std::uint64_t seed);

/// Full blocks of `block` rows and columns along the diagonal of an n x n matrix; the last one may be smaller.
template <Element T>
SparseMatrix<T> block_diagonal_matrix(std::int64_t n, std::int64_t block, std::uint64_t seed);

/// Rows of `fewest` to `most` nonzeros, each length as likely, at columns that are spread over the whole row.
///
/// @param fewest, most  0 <= fewest <= most <= cols; if they are 0, there are at most 2^24 rows
template <Element T>
SparseMatrix<T> random_rows_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest,
                                   std::int64_t most, std::uint64_t seed);

/// random_rows_matrix() with one full row, that in the middle.
template <Element T>
SparseMatrix<T> dense_row_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest, std::int64_t most,
                                 std::uint64_t seed);

/// random_rows_matrix() of which about two rows of three are empty, the first and the last among them.
template <Element T>
SparseMatrix<T> empty_rows_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest,
                                  std::int64_t most, std::uint64_t seed);

}  // namespace hg
