#pragma once

#include <hg/blas/registers/vector.hpp>

namespace hg {

/// dot(), or dotc() of complex vectors, but for the last step: a new register of one column, whose elements
/// add up to the result. For those who add them up with something else.
RegisterId dot_sums(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options = {});

}  // namespace hg
