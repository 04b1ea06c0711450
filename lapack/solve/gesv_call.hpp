#pragma once

#include "lapack/common/pivoting.hpp"
#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hg {

/// The solve of A X = B by LU, as routine_call() takes it.
template <class T>
struct GesvCall : GesvArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return this->n == 0; }
    /// In one program if the devices hold A and B, so that its factors are used where they are made.
    std::int64_t perform(Session& session) const;
};

}  // namespace hg
