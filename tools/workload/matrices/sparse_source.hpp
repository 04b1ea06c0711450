#pragma once

#include <cstdint>
#include <string>

#include <hg/sparse/sparse_matrix.hpp>

namespace hgctl {

/// What may stand for a sparse matrix on a command line, for helps.
inline constexpr const char* kSparseSources =
    "stencil5:N, stencil7:N, stencil27:N (a grid of N points each way), rmat:SCALE:EDGES, arrow:N, "
    "banded:N:WIDTH, blocks:N:BLOCK, "
    "random:N:FEWEST:MOST, dense_row:N:FEWEST:MOST, empty_rows:N:FEWEST:MOST, or a Matrix Market file, "
    "FILE.mtx";

/// True for the name of a Matrix Market file: it ends with ".mtx".
bool is_matrix_market(const std::string& path);

/// The matrix that the text stands for. Throws hg::Error{invalid_argument} for what stands for none, and what
/// reading files throws.
template <hg::Element T>
hg::SparseMatrix<T> sparse_matrix(const std::string& text, std::uint64_t seed);

}  // namespace hgctl
