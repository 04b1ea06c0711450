#include "lapack/lu/getrf_call.hpp"

#include <cstddef>

#include "lapack/common/diagonal.hpp"

namespace hg {

template <class T>
void GetrfCall<T>::take(const Workspace& workspace) const noexcept {
    if (this->ipiv == nullptr) return;
    // Column k of the program's pivots holds those of panel k, counted from the panel's first row.
    const Workspace::Integers& pivots = workspace.integers("pivots");
    for (std::int64_t i = 0; i < order(); ++i) {
        const std::int64_t first = pivots.rows == 0 ? 0 : i / pivots.rows * pivots.rows;
        this->ipiv[i] = pivots.rows == 0 ? i + 1 : first + pivots.elements[static_cast<std::size_t>(i)] + 1;
    }
}

template <class T>
std::int64_t GetrfCall<T>::info() const noexcept {
    return first_zero_of_diagonal(order(), this->A, this->lda);
}

template struct GetrfCall<float>;
template struct GetrfCall<double>;
template struct GetrfCall<std::complex<float>>;
template struct GetrfCall<std::complex<double>>;

}  // namespace hg
