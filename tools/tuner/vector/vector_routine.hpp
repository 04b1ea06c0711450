#pragma once

#include <vector>

#include "tools/tuner/tunable_routine.hpp"
#include <hg/kernels/vector.hpp>

namespace hg::kernels {

/// Level 1 of BLAS: vectors of n elements. Rates count the bytes that a problem moves at least.
const TunableRoutine& vector_routine(VectorOperation operation);
/// All of them, in the order of kVectorOperations.
std::vector<const TunableRoutine*> vector_routines();

/// A kernel of vectors as the tuner sees it, its zeros replaced by defaults; its coefficients are numbers.
TunableKernel tunable_vector(const VectorParameters& parameters);

}  // namespace hg::kernels
