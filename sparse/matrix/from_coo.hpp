#pragma once

#include <span>

#include <hg/sparse/csr_arrays.hpp>

namespace hg::sparse {

/// Rows sorted by columns, of elements in any order; those of one place stay in their order. Throws what from_coo() throws, but
/// for elements that repeat.
template <Element T, class Index>
CsrArrays<T> csr_of_coo(std::int64_t rows, std::int64_t cols, std::span<const Index> row,
                        std::span<const Index> column, std::span<const T> value);

}  // namespace hg::sparse
