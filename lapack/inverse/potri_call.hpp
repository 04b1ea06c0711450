#pragma once

#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/potri_program.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The inverse of A from its Cholesky factor, as routine_call() takes it: in one program if a device holds
/// all of A, else by halves.
template <class T>
struct PotriCall : PotriArguments<T> {
    static constexpr std::string_view kPartiallyWritten = "A is between its factor and its inverse";
    static constexpr bool kHasParts = true;

    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }
    std::int64_t perform(Session& session) const;

    [[nodiscard]] InverseProblem problem() const noexcept {
        return {.type = element_type_of<T>(), .uplo = this->uplo, .n = this->n};
    }
    [[nodiscard]] static Program program(const InverseProblem& problem, const Target& target,
                                         const kernels::Database& database) {
        return potri_program(problem, target, database);
    }
    void on_cpu() const noexcept;

  private:
    void invert(Session& session) const;
    void invert_halves(Session& session) const;
    /// The same for `order` rows and columns from (first, first) on.
    [[nodiscard]] PotriCall block(std::int64_t first, std::int64_t order) const noexcept {
        return {this->uplo, order, this->A + first * (this->lda + 1), this->lda};
    }
};

}  // namespace hg
