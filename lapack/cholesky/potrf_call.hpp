#pragma once

#include "lapack/generated/arguments.hpp"
#include <hg/lapack/potrf_program.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A Cholesky factorization as routine_call() takes it.
template <class T>
struct PotrfCall : PotrfArguments<T> {
    static constexpr std::string_view kPartiallyWritten = "A holds neither the matrix nor its factor";

    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }

    [[nodiscard]] CholeskyProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .uplo = this->uplo, .n = this->n};
    }
    [[nodiscard]] static Program program(const CholeskyProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return potrf_program(problem, target, database);
    }
    void on_cpu() const noexcept;

    /// The first i, counted from 1, whose pivot was not positive, or NaN: it is left in A(i, i). 0 if there
    /// is none.
    [[nodiscard]] std::int64_t info() const noexcept;
};

}  // namespace hg
