#pragma once

#include <algorithm>

#include "lapack/common/adjoint.hpp"
#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg {

/// The solve of op(A) X = B by QR, as routine_call() takes it.
template <class T>
struct GelsCall : GelsArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept {
        return std::max(this->m, this->n) == 0 || this->nrhs == 0;
    }
    /// Small calls are the CPU's as a whole.
    std::int64_t perform(Session& session) const;
};

}  // namespace hg
