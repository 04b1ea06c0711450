#pragma once

#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// The solve of A X = B for an indefinite A, as routine_call() takes it.
template <class T, Symmetry kSymmetry = Symmetry::symmetric>
struct SysvCall : SysvArguments<T, kSymmetry> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }
    std::int64_t perform(Session& session) const;

  private:
    std::int64_t factor(Session& session) const;
};

}  // namespace hg
