#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A column-major update of one triangle of C, of order n, as a program sees it: everything but the pointers, the leading
/// dimensions and the values of alpha and beta.
///
///     C := alpha op(A) op(A)^T + beta C                          rank k: syrk
///     C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C        rank 2k: syr2k
///     C := alpha op(A) op_b(B) + beta C                          one triangle of a product, if op_b is given
///
/// If C is hermitian, ^H stands for ^T, and the second product of rank 2k has the conjugate of alpha: herk and her2k.
struct RankKProblem {
    ElementType type = ElementType::f64;         ///< of all matrices
    Uplo uplo = Uplo::lower;                     ///< the triangle of C that is computed
    Op op = Op::none;                            ///< of A, and of B in an update of rank 2k
    std::optional<Op> op_b{};                    ///< of B in a product
    std::int64_t n = 0;                          ///< order of C, rows of op(A)
    std::int64_t k = 0;                          ///< columns of op(A)
    bool rank_2k = false;                        ///< by two matrices, else by one
    bool hermitian = false;                      ///< C is hermitian
    bool product = true;                         ///< false for alpha = 0 or k = 0: only C := beta C
    bool reads_c = true;                         ///< false for beta = 0
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< all matrices lie in pinned memory: nothing is staged

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
