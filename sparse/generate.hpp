#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/sparse/sparse_matrix.hpp>

/// Generated sparse matrices for tests, benchmarks and examples. Equal arguments give equal matrices on any
/// machine. They are generated in parallel. Random values are between -1 and 1; for complex elements, so is
/// each part.
///
/// Errors of all functions: Error{invalid_argument}, which names the argument, and Error{out_of_memory}.
/// Thread-safe.
namespace hg {

/// Returns the Laplacian of a grid of nx x ny x nz points with fixed values beyond its border. Row i belongs
/// to point (x, y, z) with i = x + nx (y + ny z). The matrix is symmetric and positive definite.
///
/// @param points      points of the stencil: 5 or 7 (a point and its neighbours along the axes; the diagonal
///                    is 4 or 6), or 27 (a point and all points around it; the diagonal is 26). Other
///                    elements are -1
/// @param nx, ny, nz  points of the grid, >= 0; nz is 1 for the 5-point stencil
template <Element T>
SparseMatrix<T> laplacian(int points, std::int64_t nx, std::int64_t ny, std::int64_t nz = 1);

/// Returns an R-MAT matrix, the graph with few long rows and many short ones (Chakrabarti, Zhan, Faloutsos
/// 2004; a, b, c = 0.57, 0.19, 0.19). Edges drawn twice are added up.
///
/// @param scale          the matrix has 2^scale rows and columns, 0 <= scale <= 30
/// @param edges_per_row  average number of edges drawn for each row, >= 0
template <Element T>
SparseMatrix<T> rmat_matrix(int scale, std::int64_t edges_per_row, std::uint64_t seed);

/// Returns an n x n matrix with a full first row, a full first column and a diagonal.
template <Element T>
SparseMatrix<T> arrow_matrix(std::int64_t n, std::uint64_t seed);

/// Returns an n x n matrix with all elements (i, j) for which |i - j| <= width.
template <Element T>
SparseMatrix<T> banded_matrix(std::int64_t n, std::int64_t width, std::uint64_t seed);

/// Returns an n x n matrix with full blocks of `block` rows and columns along the diagonal; the last block
/// may be smaller.
template <Element T>
SparseMatrix<T> block_diagonal_matrix(std::int64_t n, std::int64_t block, std::uint64_t seed);

/// Returns a matrix whose rows have `fewest` to `most` nonzeros, with all lengths equally likely, in columns
/// spread over the whole row.
///
/// @param fewest, most  0 <= fewest <= most <= cols; if both are 0, there may be at most 2^24 rows
template <Element T>
SparseMatrix<T> random_rows_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest,
                                   std::int64_t most, std::uint64_t seed);

/// Returns random_rows_matrix() with one full row in the middle.
template <Element T>
SparseMatrix<T> dense_row_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest, std::int64_t most,
                                 std::uint64_t seed);

/// Returns random_rows_matrix() with about two thirds of the rows empty, including the first and the last.
template <Element T>
SparseMatrix<T> empty_rows_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest,
                                  std::int64_t most, std::uint64_t seed);

}  // namespace hg
