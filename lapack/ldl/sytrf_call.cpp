#include "lapack/ldl/sytrf_call.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <vector>

#include "blas/call/output_changes.hpp"
#include "host_blas/cpu_ldl.hpp"
#include "host_blas/element_arithmetic.hpp"

namespace hg {

template <class T, Symmetry kSymmetry>
void SytrfCall<T, kSymmetry>::on_cpu() const {
    const SytrfCall& c = *this;
    std::vector<int> pivots(static_cast<std::size_t>(c.n));
    cpu_sytrf(kSymmetry == Symmetry::hermitian, c.uplo == Uplo::upper, c.n, c.A, c.lda, pivots.data());
    OutputChanges::note();
    std::copy(pivots.begin(), pivots.end(), c.ipiv);
}

template <class T, Symmetry kSymmetry>
void SytrfCall<T, kSymmetry>::take(const Workspace& workspace) const {
    const std::vector<std::int32_t>& pivots = workspace.integers("pivots").elements;
    std::copy(pivots.begin(), pivots.end(), this->ipiv);
}

template <class T, Symmetry kSymmetry>
std::int64_t SytrfCall<T, kSymmetry>::info() const noexcept {
    const SytrfCall& c = *this;
    for (std::int64_t k = 0; k < c.n; ++k) {
        const std::int64_t i = c.uplo == Uplo::upper ? c.n - 1 - k : k;
        if (c.ipiv[i] > 0 && !(magnitude(c.A[i * (c.lda + 1)]) > 0)) return i + 1;
    }
    return 0;
}

template struct SytrfCall<float>;
template struct SytrfCall<double>;
template struct SytrfCall<std::complex<float>>;
template struct SytrfCall<std::complex<double>>;
template struct SytrfCall<std::complex<float>, Symmetry::hermitian>;
template struct SytrfCall<std::complex<double>, Symmetry::hermitian>;

}  // namespace hg
