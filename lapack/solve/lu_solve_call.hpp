#pragma once

#include <cstdint>
#include <string_view>

#include "blas/call/workspace.hpp"
#include "lapack/lu/getrf_call.hpp"

namespace hg {

/// The solve of A X = B by LU in one program, as routine_call() takes it: the factors are on the devices when
/// they solve.
template <class T>
struct LuSolveCall {
    using Element = T;
    static constexpr std::string_view kName = "gesv";
    static constexpr std::string_view kOutput = GetrfCall<T>::kOutput;
    static constexpr std::string_view kPartiallyWritten = GetrfCall<T>::kPartiallyWritten;
    static constexpr bool kHostHelps = true;
    static constexpr bool kHasParts = true;

    GetrfCall<T> factorization;
    std::int64_t nrhs;
    T* B;
    std::int64_t ldb;

    /// As ArgumentList says.
    template <class Self, class List>
    static void list(Self& c, List& list) {
        GetrfCall<T>::list(c.factorization, list);
        list.matrix("B", c.B, c.ldb, Shape{c.factorization.n, c.nrhs});
    }

    [[nodiscard]] GemmEquivalent gemm_equivalent() const noexcept { return factorization.gemm_equivalent(); }
    [[nodiscard]] LuProblem problem() const noexcept;
    [[nodiscard]] static Program program(const LuProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return getrf_program(problem, target, database);
    }
    void on_cpu() const;

    /// The pivots of a run, and its solution unless A is singular.
    void take(const Workspace& workspace) const;
    [[nodiscard]] std::int64_t info() const noexcept { return factorization.info(); }
};

}  // namespace hg
