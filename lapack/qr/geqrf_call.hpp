#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/call/workspace.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A QR factorization as routine_call() takes it.
template <class T>
struct GeqrfCall {
    using Element = T;
    static constexpr std::string_view kName = "geqrf";
    static constexpr std::string_view kOutput = "A";
    static constexpr std::string_view kPartiallyWritten = "A holds neither the matrix nor its factors";

    std::int64_t m, n;
    T* A;
    std::int64_t lda;
    T* tau;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.size("m", c.m);
        list.size("n", c.n);
        list.matrix("A", c.A, c.lda, Shape{c.m, c.n});
        list.vector("tau", c.tau, c.order());
    }

    [[nodiscard]] std::int64_t order() const noexcept { return std::min(m, n); }
    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * geqrf_flops(m, n);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return order() == 0; }
    [[nodiscard]] bool reads_output() const noexcept { return true; }
    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return geqrf_product(m, n); }

    [[nodiscard]] QrProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .m = m, .n = n};
    }
    [[nodiscard]] static Program program(const QrProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return geqrf_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;
    /// It can be done again as a whole alone.
    template <class Next>
    void remaining_work(const HostTile& /*tile*/, Next next) const {
        next(*this);
    }

    /// The reflectors' factors of a run.
    void take(const Workspace& workspace) const;
};

}  // namespace hg
