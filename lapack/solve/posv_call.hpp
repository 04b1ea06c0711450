#pragma once

#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg {

/// The solve of A X = B by Cholesky's factorization, as routine_call() takes it.
template <class T>
struct PosvCall : PosvArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }
    std::int64_t perform(Session& session) const;
};

}  // namespace hg
