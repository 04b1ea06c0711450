#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A column-major update of one triangle of C, of order n, as a program sees it: everything except the
/// pointers, the leading dimensions and the values of alpha and beta.
///
///     C := alpha op(A) op(A)^T + beta C                          rank k: syrk
///     C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C        rank 2k: syr2k
///     C := alpha op(A) op_b(B) + beta C                          one triangle of a product, if op_b is given
///
/// If C is hermitian, read ^H for ^T, and the second product of rank 2k has the conjugate of alpha: herk and
/// her2k.
struct RankKProblem {
    ElementType type = ElementType::f64;         ///< element type of all matrices
    Uplo uplo = Uplo::lower;                     ///< the triangle of C that is computed
    Op op = Op::none;                            ///< op of A, and of B in a rank-2k update
    std::optional<Op> op_b{};                    ///< op of B in a product
    std::int64_t n = 0;                          ///< order of C, rows of op(A)
    std::int64_t k = 0;                          ///< columns of op(A)
    bool rank_2k = false;                        ///< the update uses two matrices, else one
    bool hermitian = false;                      ///< C is hermitian
    bool product = true;                         ///< false if alpha = 0 or k = 0: only C := beta C
    bool reads_c = true;                         ///< false if beta = 0
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< all matrices are in pinned memory, so nothing is staged

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
