#pragma once

#include <complex>

#include "lapack/generated/arguments.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>

namespace hg {

/// The solve of A X = B by Cholesky's factorization in single precision and refinement, as routine_call()
/// takes it.
template <class T>
struct MixedPosvCall : DsposvArguments<T> {
    [[nodiscard]] bool does_nothing() const noexcept { return false; }  // iter is set in any case
    std::int64_t perform(Session& session) const;
};

using DsposvCall = MixedPosvCall<double>;
using ZcposvCall = MixedPosvCall<std::complex<double>>;

}  // namespace hg
