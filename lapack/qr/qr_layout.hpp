#pragma once

#include "lapack/common/block_layout.hpp"
#include <hg/lapack/qr_problem.hpp>

namespace hg {

/// The layout of a QR factorization that suits the sizes, with all block columns in one pass. Throws
/// Error{device_failed} if no device computes in the type, Error{out_of_memory} if not even a few panels fit.
BlockLayout qr_layout(const QrProblem& problem, const Target& target);

}  // namespace hg
