#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "lapack/common/adjoint.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A product with the Q of a QR factorization, as routine_call() takes it.
template <class T>
struct OrmqrCall {
    using Element = T;
    static constexpr std::string_view kName = is_complex(element_type_of<T>()) ? "unmqr" : "ormqr";
    static constexpr std::string_view kOutput = "C";
    static constexpr std::string_view kPartiallyWritten = "C holds neither the matrix nor its product with Q";

    Side side;
    Op op;
    std::int64_t m, n, k;
    const T* A;
    std::int64_t lda;
    const T* tau;
    T* C;
    std::int64_t ldc;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        const bool any = c.m > 0 && c.n > 0;
        list.side(c.side);
        list_adjoint_op<T>(list, c.op);
        list.size("m", c.m);
        list.size("n", c.n);
        list.size_up_to("k", c.k, c.order(), "must not be negative or more than the order of Q");
        list.matrix("A", c.A, c.lda, Shape{c.order(), c.k}, any);
        list.vector("tau", c.tau, c.k, any);
        list.matrix("C", c.C, c.ldc, Shape{c.m, c.n}, c.k > 0);
    }

    /// Of Q.
    [[nodiscard]] std::int64_t order() const noexcept { return side == Side::left ? m : n; }
    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * ormqr_flops(order(), side == Side::left ? n : m, k);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return m == 0 || n == 0 || k == 0; }
    [[nodiscard]] bool reads_output() const noexcept { return true; }
    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept {
        return ormqr_product(side == Side::left, m, n, k);
    }

    [[nodiscard]] QProductProblem problem() const noexcept;
    [[nodiscard]] static Program program(const QProductProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return ormqr_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;
    /// It can be done again as a whole alone.
    template <class Next>
    void remaining_work(const HostTile& /*tile*/, Next next) const {
        next(*this);
    }
};

/// Of complex elements.
template <class T>
using UnmqrCall = OrmqrCall<T>;

}  // namespace hg
