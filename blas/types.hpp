#pragma once

#include <concepts>
#include <cstdint>

namespace hg {

/// The elements that matrices may have: float and double.
template <class T>
concept RealElement = std::same_as<T, float> || std::same_as<T, double>;

/// How matrices lie in memory: columns or rows contiguous.
enum class Layout : char { col_major = 'C', row_major = 'R' };

/// op(X): X, X^T or X^H (the same as X^T for real types).
enum class Op : char { none = 'N', trans = 'T', conj_trans = 'C' };

/// The side on which the triangular matrix stands: op(A) X = B (left) or X op(A) = B (right).
enum class Side : char { left = 'L', right = 'R' };

/// The triangle of a matrix that is used. The other one is never read or written.
enum class Uplo : char { lower = 'L', upper = 'U' };

/// Whether a triangular matrix has ones on its diagonal. If so, the diagonal is never read.
enum class Diag : char { non_unit = 'N', unit = 'U' };

}  // namespace hg
