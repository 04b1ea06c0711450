#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/equivalent_product.hpp"
#include "lapack/common/adjoint.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg {

/// The solve of op(A) X = B by QR, as routine_call() takes it.
template <class T>
struct GelsCall {
    using Element = T;
    static constexpr std::string_view kName = "gels";

    Op op;
    std::int64_t m, n, nrhs;
    T* A;
    std::int64_t lda;
    T* B;
    std::int64_t ldb;

    /// As ArgumentList says.
    template <class List>
    void list(List& list) const {
        list_adjoint_op<T>(list, op);
        list.size("m", m);
        list.size("n", n);
        list.size("nrhs", nrhs);
        list.matrix("A", A, lda, Shape{m, n}, nrhs > 0);
        list.matrix("B", B, ldb, Shape{std::max(m, n), nrhs});
    }

    [[nodiscard]] bool does_nothing() const noexcept { return std::max(m, n) == 0 || nrhs == 0; }
    /// To choose between its parts and the CPU's LAPACK.
    [[nodiscard]] EquivalentProduct weight() const noexcept { return gels_product(m, n, nrhs); }
    /// Small calls are the CPU's as a whole.
    std::int64_t perform(Session& session) const;
};

extern template struct GelsCall<float>;
extern template struct GelsCall<double>;
extern template struct GelsCall<std::complex<float>>;
extern template struct GelsCall<std::complex<double>>;

}  // namespace hg
