#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A QR factorization as a program sees it, with optional right-hand sides that are multiplied by Q^H:
/// everything except the pointers and the leading dimensions.
struct QrProblem {
    ElementType type = ElementType::f64;         ///< element type of A
    std::int64_t m = 0;                          ///< rows of A
    std::int64_t n = 0;                          ///< columns of A
    std::int64_t nrhs = 0;                       ///< columns of B in Q^H B; 0: A is only factored
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A is in pinned memory

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

/// A product with the Q of a QR factorization as a program sees it.
struct QProductProblem {
    ElementType type = ElementType::f64;         ///< element type of A and C
    Side side = Side::left;                      ///< op(Q) C or C op(Q)
    Op op = Op::none;                            ///< op of Q: trans or, if elements are complex, conj_trans
    std::int64_t m = 0;                          ///< rows of C
    std::int64_t n = 0;                          ///< columns of C
    std::int64_t k = 0;                          ///< number of reflectors whose product is Q
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A and C are in pinned memory

    /// Returns the rows of the reflectors, which is the order of Q.
    [[nodiscard]] std::int64_t order() const noexcept { return side == Side::left ? m : n; }
    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

/// The first columns of the Q of a QR factorization as a program sees them.
struct QColumnsProblem {
    ElementType type = ElementType::f64;         ///< element type of A
    std::int64_t m = 0;                          ///< rows of A, the order of Q
    std::int64_t n = 0;                          ///< columns to form, at most m
    std::int64_t k = 0;                          ///< number of reflectors whose product is Q, at most n
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A is in pinned memory

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
