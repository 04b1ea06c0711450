#pragma once

#include "lapack/generated/arguments.hpp"
#include "lapack/inverse/inverse_call.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The inverse of A from its Cholesky factor, as routine_call() takes it.
template <class T>
struct PotriCall : PotriArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }
    std::int64_t perform(Session& session) const;

  private:
    void invert(Session& session) const;
    void invert_halves(Session& session) const;
    [[nodiscard]] InverseCall<T> whole() const noexcept { return {*this}; }
    /// The same for `order` rows and columns from (first, first) on.
    [[nodiscard]] PotriCall block(std::int64_t first, std::int64_t order) const noexcept {
        return {this->uplo, order, this->A + first * (this->lda + 1), this->lda};
    }
};

}  // namespace hg
