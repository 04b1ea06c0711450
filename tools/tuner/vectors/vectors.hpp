#pragma once

#include "tools/tuner/tunable_routine.hpp"
#include <hg/kernels/gemv.hpp>
#include <hg/kernels/rank_update.hpp>
#include <hg/kernels/symv.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/kernels/vector.hpp>

/// Levels 1 and 2 of BLAS. Rates count the bytes that a problem moves at least.
namespace hg::kernels {

/// Level 1: vectors of n elements.
const TunableRoutine& vector_routine(VectorOperation operation);

/// y := alpha op(A) x + beta y with an A of m x n.
const TunableRoutine& gemv_routine();

/// x := op(A) x with a triangle of order n. It is timed with a lower triangle.
const TunableRoutine& trmv_routine();

/// x := op(A)^-1 x with a triangle of order n.
const TunableRoutine& trsv_routine();

/// y := alpha A x + beta y with a symmetric A of order n.
const TunableRoutine& symv_routine();

/// ger, syr or syr2 with an A of m x n or of order n.
const TunableRoutine& rank_update_routine(RankUpdate operation);

/// Kernels as the tuner sees them, their zeros replaced by defaults; their coefficients are numbers.
TunableKernel tunable_vector(const VectorParameters& parameters);
TunableKernel tunable_gemv(const GemvParameters& parameters);  ///< or of trmv
TunableKernel tunable_trsv(const TrsvParameters& parameters);
TunableKernel tunable_symv(const SymvParameters& parameters);
TunableKernel tunable_rank_update(const RankUpdateParameters& parameters);

}  // namespace hg::kernels
