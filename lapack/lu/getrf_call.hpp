#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/call/workspace.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "lapack/common/pivoting.hpp"
#include "lapack/lu/host_getrf.hpp"
#include <hg/lapack/getrf_program.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// An LU factorization as routine_call() takes it.
template <class T>
struct GetrfCall {
    using Element = T;
    static constexpr std::string_view kName = "getrf";
    static constexpr std::string_view kOutput = "A";
    static constexpr std::string_view kPartiallyWritten = "A holds neither the matrix nor its factors";
    static constexpr bool kHostHelps = true;

    std::int64_t m, n;
    T* A;
    std::int64_t lda;
    std::int64_t* ipiv;  ///< may be null with Pivoting::none
    LuOptions options;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("m", c.m);
        list.size("n", c.n);
        list.matrix("A", c.A, c.lda, Shape{c.m, c.n});
        list.vector("ipiv", c.ipiv, c.order(), c.options.pivoting != Pivoting::none);
        list.choice("options.pivoting", c.options.pivoting, "must be partial, tournament or none");
    }

    [[nodiscard]] std::int64_t order() const noexcept { return std::min(m, n); }
    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * getrf_flops(m, n);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return order() == 0; }
    [[nodiscard]] bool reads_output() const noexcept { return true; }
    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return getrf_product(m, n); }

    [[nodiscard]] LuProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .m = m, .n = n, .pivoting = options.pivoting};
    }
    [[nodiscard]] static Program program(const LuProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return getrf_program(problem, target, database);
    }
    void on_cpu() const { host_getrf(HostGetrf<T>{m, n, A, lda, ipiv, options.pivoting}); }
    /// It can be done again as a whole alone.
    template <class Next>
    void remaining_work(const HostTile& /*tile*/, Next next) const {
        next(*this);
    }

    /// The pivots of a run.
    void take(const Workspace& workspace) const noexcept;
    /// The first i, counted from 1, with U(i, i) = 0; 0 if there is none.
    [[nodiscard]] std::int64_t info() const noexcept;
};

extern template struct GetrfCall<float>;
extern template struct GetrfCall<double>;
extern template struct GetrfCall<std::complex<float>>;
extern template struct GetrfCall<std::complex<double>>;

}  // namespace hg
