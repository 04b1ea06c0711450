#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
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
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list_adjoint_op<T>(list, c.op);
        list.size("m", c.m);
        list.size("n", c.n);
        list.size("nrhs", c.nrhs);
        list.matrix("A", c.A, c.lda, Shape{c.m, c.n}, c.nrhs > 0);
        list.matrix("B", c.B, c.ldb, Shape{std::max(c.m, c.n), c.nrhs});
    }

    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * gels_flops(m, n, nrhs);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return std::max(m, n) == 0 || nrhs == 0; }
    /// To choose between its parts and the CPU's LAPACK.
    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return gels_product(m, n, nrhs); }
    /// Small calls are the CPU's as a whole.
    std::int64_t perform(Session& session) const;
};

}  // namespace hg
