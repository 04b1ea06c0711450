#include "sparse/residual/scaled_matrix.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <utility>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/csr.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"
#include "sparse/residual/power_of_two.hpp"

namespace hg::sparse {
namespace {

/// Exponents that need no scaling: methods multiply with A twice before they take a norm, and single
/// precision ends at 2^127.
template <Element T>
constexpr int kHarmlessExponent = std::is_same_v<RealOf<T>, float> ? 16 : 200;

template <class E>
void copy_array(const E* from, HostArray<E>& to) {
    for_ranges(to.size(), [&, from](std::int64_t first, std::int64_t last) {
        std::copy(from + first, from + last, to.data() + first);
    });
}

}  // namespace

template <Element T>
int exponent_of_matrix(const Extent& A) noexcept {
    const int exponent = A.exponent();
    return std::abs(exponent) <= kHarmlessExponent<T> ? 0 : exponent;
}

template <Element T>
SparseMatrix<T> scaled_matrix(const SparseMatrix<T>& A, int exponent) {
    if (exponent == 0) return A;
    CsrArrays<T> arrays = unset_csr<T>(A.rows(), A.cols(), A.nonzeros());
    copy_array(A.row_start().data(), arrays.row_start);
    if (A.is_wide())
        copy_array(A.wide_columns().data(), arrays.wide_column);
    else
        copy_array(A.columns().data(), arrays.column);
    const PowerOfTwo unit(-exponent);
    for_ranges(A.nonzeros(), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t k = first; k < last; ++k)
            arrays.value[k] =
                static_cast<T>(unit(static_cast<WideOf<T>>(A.values()[static_cast<std::size_t>(k)])));
    });
    return SparseMatrix<T>::adopt(std::move(arrays));
}

#define HG_INSTANTIATE(T)                                       \
    template int exponent_of_matrix<T>(const Extent&) noexcept; \
    template SparseMatrix<T> scaled_matrix(const SparseMatrix<T>&, int);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
