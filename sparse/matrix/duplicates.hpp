#pragma once

#include "sparse/matrix/csr.hpp"

namespace hg::sparse {

/// The same matrix with each element once: the sum of those of its place, in their order. Rows must be sorted.
template <Element T>
CsrArrays<T> summed_duplicates(CsrArrays<T> arrays);

}  // namespace hg::sparse
