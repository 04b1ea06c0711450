#pragma once

#include <hg/blas/registers/vector.hpp>

namespace hg {

/// Appends dot(), or dotc() for complex vectors, without the last step. Returns a new register of one column
/// whose elements add up to the result, for callers that add them up together with other numbers.
RegisterId dot_sums(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options = {});

}  // namespace hg
