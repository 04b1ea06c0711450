#pragma once

#include "blas/call/workspace.hpp"
#include "lapack/generated/arguments.hpp"
#include "lapack/ldl/sytrf_program.hpp"
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A factorization of a symmetric or hermitian indefinite matrix as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SytrfCall : SytrfArguments<T, kSymmetry> {
    static constexpr std::string_view kPartiallyWritten = "A holds neither the matrix nor its factors";

    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }

    [[nodiscard]] LdlProblem problem() const noexcept {
        return {.type = element_type_of<T>(),
                .hermitian = kSymmetry == Symmetry::hermitian,
                .uplo = this->uplo,
                .n = this->n};
    }
    [[nodiscard]] static Program program(const LdlProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return sytrf_program(problem, target, database);
    }
    /// Throws std::bad_alloc before anything is touched.
    void on_cpu() const;

    /// The pivots of a run.
    void take(const Workspace& workspace) const;
    /// The first pivot, counted from 1, that is zero or NaN, in the order of the factorization; 0 if there is
    /// none.
    [[nodiscard]] std::int64_t info() const noexcept;
};

}  // namespace hg
