#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/flops.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include <hg/lapack/potrf_program.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A Cholesky factorization as routine_call() takes it.
template <class T>
struct PotrfCall {
    using Element = T;
    static constexpr std::string_view kName = "potrf";
    static constexpr std::string_view kOutput = "A";
    static constexpr std::string_view kPartiallyWritten = "A holds neither the matrix nor its factor";

    Uplo uplo;
    std::int64_t n;
    T* A;
    std::int64_t lda;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.uplo(c.uplo);
        list.size("n", c.n);
        list.matrix("A", c.A, c.lda, triangle(c.uplo, c.n));
    }

    [[nodiscard]] double flops() const noexcept {
        return real_operations(element_type_of<T>()) * potrf_flops(n);
    }
    [[nodiscard]] bool does_nothing() const noexcept { return n == 0; }
    [[nodiscard]] bool reads_output() const noexcept { return true; }
    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return potrf_product(n); }

    [[nodiscard]] CholeskyProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .uplo = uplo, .n = n};
    }
    [[nodiscard]] static Program program(const CholeskyProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return potrf_program(problem, target, database);
    }
    void on_cpu() const noexcept;
    /// It can be done again as a whole alone.
    template <class Next>
    void remaining_work(const HostTile& /*tile*/, Next next) const {
        next(*this);
    }

    /// The first i, counted from 1, whose pivot was not positive, or NaN: it is left in A(i, i). 0 if there
    /// is none.
    [[nodiscard]] std::int64_t info() const noexcept;
};

}  // namespace hg
