#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A QR factorization as a program sees it, and right-hand sides that get Q^H: everything but the pointers and the leading
/// dimensions.
struct QrProblem {
    ElementType type = ElementType::f64;         ///< of A
    std::int64_t m = 0;                          ///< rows of A
    std::int64_t n = 0;                          ///< columns of A
    std::int64_t nrhs = 0;                       ///< columns of B in Q^H B; 0: A is only factored
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A lies in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

/// A product with the Q of a QR factorization as a program sees it.
struct QProductProblem {
    ElementType type = ElementType::f64;         ///< of A and C
    Side side = Side::left;                      ///< op(Q) C or C op(Q)
    Op op = Op::none;                            ///< of Q; trans or, if elements are complex, conj_trans
    std::int64_t m = 0;                          ///< rows of C
    std::int64_t n = 0;                          ///< columns of C
    std::int64_t k = 0;                          ///< reflectors whose product Q is
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A and C lie in pinned memory

    /// Rows of the reflectors, the order of Q.
    [[nodiscard]] std::int64_t order() const noexcept { return side == Side::left ? m : n; }
    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

/// The first columns of the Q of a QR factorization as a program sees them.
struct QColumnsProblem {
    ElementType type = ElementType::f64;         ///< of A
    std::int64_t m = 0;                          ///< rows of A, the order of Q
    std::int64_t n = 0;                          ///< columns that are made, at most m
    std::int64_t k = 0;                          ///< reflectors whose product Q is, at most n
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A lies in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
