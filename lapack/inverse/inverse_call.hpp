#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "blas/call/shape.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include <hg/lapack/potri_program.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// An inverse by a Cholesky factor in one program, as routine_call() takes it.
template <class T>
struct InverseCall {
    using Element = T;
    static constexpr std::string_view kName = "potri";
    static constexpr std::string_view kOutput = "A";
    static constexpr std::string_view kPartiallyWritten = "A is between its factor and its inverse";
    static constexpr bool kHasParts = true;

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

    [[nodiscard]] bool does_nothing() const noexcept { return n == 0; }
    [[nodiscard]] bool reads_output() const noexcept { return true; }
    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return potri_product(n); }

    [[nodiscard]] InverseProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .uplo = uplo, .n = n};
    }
    [[nodiscard]] static Program program(const InverseProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return potri_program(problem, target, database);
    }
    void on_cpu() const noexcept;
    /// It can be done again as a whole alone.
    template <class Next>
    void remaining_work(const HostTile& /*tile*/, Next next) const {
        next(*this);
    }
};

}  // namespace hg
