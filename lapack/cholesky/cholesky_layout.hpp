#pragma once

#include "lapack/common/block_layout.hpp"
#include <hg/lapack/cholesky_problem.hpp>

namespace hg {

/// How a Cholesky factorization is divided.
struct CholeskyLayout : BlockLayout {
    /// A block column is updated by the one before it panel by panel, as the panels' turns come: so there is
    /// work concurrent with diagonal blocks.
    bool last_by_panels = true;
};

/// The layout that suits the sizes, with all block columns in one pass. Throws Error{device_failed} if no
/// device computes in the type, Error{out_of_memory} if not even a few panels fit.
CholeskyLayout cholesky_layout(const CholeskyProblem& problem, const Target& target);

}  // namespace hg
