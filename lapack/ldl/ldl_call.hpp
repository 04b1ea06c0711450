#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "blas/call/workspace.hpp"
#include "kernels/ldl/ldl_factors.hpp"
#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// A factorization of a symmetric or hermitian indefinite matrix as a program sees it: everything but the
/// pointer and the leading dimension.
struct LdlProblem {
    ElementType type = ElementType::f64;         ///< of A
    bool hermitian = false;                      ///< A^H = A, not A^T = A
    Uplo uplo = Uplo::lower;                     ///< the triangle of A that is factored
    std::int64_t n = 0;                          ///< order of A
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A lies in pinned memory
    [[nodiscard]] std::string key() const;       ///< equal for equal problems
};

/// The program of A = L D L^T, L D L^H, U D U^T or U D U^H on one device: of those that compute in the type
/// and hold A, the one that is fastest in simulation. A host device among others does nothing. n is positive.
/// Parameters are `A`, one triangle read and written, and `pivots` (i32, n x 1, written), LAPACK's ipiv.
/// Throws Error{out_of_memory} if no device holds A. Thread-safe.
Program sytrf_program(const LdlProblem& problem, const Target& target, const kernels::Database& database);

/// A factorization of a symmetric or hermitian indefinite matrix as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SytrfCall : SytrfArguments<T, kSymmetry> {
    static constexpr std::string_view kPartiallyWritten = "A holds neither the matrix nor its factors";
    static constexpr bool kHermitian = kSymmetry == Symmetry::hermitian;
    static constexpr auto program = &sytrf_program;
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }
    [[nodiscard]] LdlProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .hermitian = kHermitian, .uplo = this->uplo, .n = this->n};
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;
    /// The pivots of a run.
    void take(const Workspace& workspace) const {
        std::ranges::copy(workspace.integers("pivots").elements, this->ipiv);
    }
    /// The first pivot in the factorization's order, counted from 1, that is zero or NaN; 0: there is none.
    [[nodiscard]] std::int64_t info() const noexcept;
};

/// The solve of A X = B with the factors of an indefinite A, as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SytrsCall : SytrsArguments<T, kSymmetry> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0 || this->nrhs == 0; }
    std::int64_t perform(Session& session) const;
    /// P A P^T = L D L^T, so X = P^T L^-T D^-1 L^-1 P B: two triangular solves.
    void solve(Session& session, kernels::LdlWorkspace<T>& workspace) const;
};

/// The solve of A X = B for an indefinite A, as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SysvCall : SysvArguments<T, kSymmetry> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }
    std::int64_t perform(Session& session) const;
};

template <class T>
using HetrfCall = SytrfCall<T, Symmetry::hermitian>;
template <class T>
using HetrsCall = SytrsCall<T, Symmetry::hermitian>;
template <class T>
using HesvCall = SysvCall<T, Symmetry::hermitian>;

}  // namespace hg
