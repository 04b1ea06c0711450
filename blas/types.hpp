#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace hg {

/// The real element types of matrices: float and double.
template <class T>
concept RealElement = std::same_as<T, float> || std::same_as<T, double>;

/// The complex element types of matrices.
template <class T>
concept ComplexElement = std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>;

/// Any element type, real or complex.
template <class T>
concept Element = RealElement<T> || ComplexElement<T>;

/// The real type of an element's precision: float for float and std::complex<float>, double for double and
/// std::complex<double>.
template <Element T>
using RealOf =
    std::conditional_t<std::same_as<T, float> || std::same_as<T, std::complex<float>>, float, double>;

/// Storage order of a matrix: contiguous columns or contiguous rows.
enum class Layout : char {
    col_major = 'C',  ///< element (i, j) at i + j ld
    row_major = 'R'   ///< element (i, j) at i ld + j
};

/// op(X): X, X^T or X^H (the same as X^T for real types).
enum class Op : char {
    none = 'N',       ///< X
    trans = 'T',      ///< X^T
    conj_trans = 'C'  ///< X^H
};

/// The side on which the triangular or symmetric matrix A stands.
enum class Side : char {
    left = 'L',  ///< op(A) X = B, or op(A) B
    right = 'R'  ///< X op(A) = B, or B op(A)
};

/// The triangle of a matrix that is used. The other triangle is never read or written.
enum class Uplo : char {
    lower = 'L',  ///< the diagonal and everything below it
    upper = 'U'   ///< the diagonal and everything above it
};

/// Whether a triangular matrix has ones on its diagonal. If so, the stored diagonal is never read.
enum class Diag : char {
    non_unit = 'N',  ///< the diagonal is as stored
    unit = 'U'       ///< the diagonal is ones
};

}  // namespace hg
