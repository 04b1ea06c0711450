#pragma once

#include <vector>

#include "tools/workload/vectors/vector_form.hpp"

namespace hgctl {

/// How far what is in `after` is from what one call makes of `before`, in bounds that it must not pass: 3 eps
/// sqrt(terms + 2) times the sum of the terms' sizes, for the worst element. For trsv that of op(A) x - b.
/// Both are the operands in their order, vectors without gaps; of what is only read `after` is not looked at.
template <class T>
double vector_error(const VectorArguments& call, const std::vector<const void*>& before,
                    const std::vector<const void*>& after);

}  // namespace hgctl
