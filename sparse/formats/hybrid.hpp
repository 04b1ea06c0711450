#pragma once

#include <utility>

#include "sparse/formats/coo.hpp"
#include "sparse/formats/ell.hpp"

namespace hg::sparse {

/// The first nonzeros of each row as ELL, what is beyond as COO.
template <Element T>
struct HybridArrays {
    EllArrays<T> ell;
    CooArrays<T> coo;
};

/// With `width` places a row in the ELL.
template <Element T>
HybridArrays<T> hybrid_of(const CsrBlock<T>& block, std::int64_t width) {
    return {ell_of(block, width), coo_of(block, width)};
}

}  // namespace hg::sparse
