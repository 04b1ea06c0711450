#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg {

/// The solve of A X = B by LU in single precision and refinement, as routine_call() takes it.
template <class T>
struct MixedGesvCall {
    using Element = T;
    static constexpr std::string_view kName = ComplexElement<T> ? "cgesv" : "sgesv";

    std::int64_t n, nrhs;
    T* A;
    std::int64_t lda;
    std::int64_t* ipiv;
    const T* B;
    std::int64_t ldb;
    T* X;
    std::int64_t ldx;
    std::int64_t* iter;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("n", c.n);
        list.size("nrhs", c.nrhs);
        list.matrix("A", c.A, c.lda, Shape{c.n, c.n});
        list.vector("ipiv", c.ipiv, c.n);
        list.matrix("B", c.B, c.ldb, Shape{c.n, c.nrhs});
        list.matrix("X", c.X, c.ldx, Shape{c.n, c.nrhs});
        list.vector("iter", c.iter, 1);
    }

    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * gesv_flops(n, nrhs);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return false; }  // iter is set in any case
    std::int64_t perform(Session& session) const;
};

using DsgesvCall = MixedGesvCall<double>;
using ZcgesvCall = MixedGesvCall<std::complex<double>>;

}  // namespace hg
