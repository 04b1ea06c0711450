#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg {

/// The solve of A X = B by Cholesky's factorization in single precision and refinement, as routine_call() takes it.
template <class T>
struct MixedPosvCall {
    using Element = T;
    static constexpr std::string_view kName = ComplexElement<T> ? "cposv" : "sposv";

    Uplo uplo;
    std::int64_t n, nrhs;
    T* A;
    std::int64_t lda;
    const T* B;
    std::int64_t ldb;
    T* X;
    std::int64_t ldx;
    std::int64_t* iter;

    /// As ArgumentList says.
    template <class List>
    void list(List& list) const {
        list.uplo(uplo);
        list.size("n", n);
        list.size("nrhs", nrhs);
        list.matrix("A", A, lda, triangle(uplo, n));
        list.matrix("B", B, ldb, Shape{n, nrhs});
        list.matrix("X", X, ldx, Shape{n, nrhs});
        list.vector("iter", iter, 1);
    }

    [[nodiscard]] bool does_nothing() const noexcept { return false; }  // iter is set in any case
    std::int64_t perform(Session& session) const;
};

extern template struct MixedPosvCall<double>;
extern template struct MixedPosvCall<std::complex<double>>;

using DsposvCall = MixedPosvCall<double>;
using ZcposvCall = MixedPosvCall<std::complex<double>>;

}  // namespace hg
