#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/workspace.hpp"
#include "lapack/qr/geqrf_call.hpp"

namespace hg {

/// A = Q R and B := Q^H B in one program, as routine_call() takes it: the reflectors are on the devices when
/// B needs them. If R has a zero on its diagonal, B is as it was.
template <class T>
struct QrSolveCall {
    using Element = T;
    static constexpr std::string_view kName = "gels";
    static constexpr std::string_view kOutput = GeqrfCall<T>::kOutput;
    static constexpr std::string_view kPartiallyWritten = GeqrfCall<T>::kPartiallyWritten;
    static constexpr bool kHasParts = true;

    GeqrfCall<T> factorization;
    std::int64_t nrhs;
    T* B;
    std::int64_t ldb;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        GeqrfCall<T>::list(c.factorization, list);
        list.matrix("B", c.B, c.ldb, Shape{c.factorization.m, c.nrhs});
    }

    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return factorization.gemm_equivalent(); }
    [[nodiscard]] QrProblem problem() const noexcept;
    [[nodiscard]] static Program program(const QrProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return geqrf_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;

    /// The reflectors' factors of a run, and Q^H B.
    void take(const Workspace& workspace) const;
    /// The first i, counted from 1, with R(i, i) = 0; 0 if there is none.
    [[nodiscard]] std::int64_t info() const noexcept;
};

}  // namespace hg
