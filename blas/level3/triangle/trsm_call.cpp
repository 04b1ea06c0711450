#include "blas/level3/triangle/trsm_call.hpp"

#include <limits>

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "kernels/element_arithmetic.hpp"

namespace hg {
namespace {

/// Whether a number on the diagonal of a column-major matrix of order n is below the least normal number, but
/// not zero. OpenBLAS multiplies by reciprocals, and that of such a number is infinite; hg's own plain
/// routines divide.
template <class T>
bool any_has_no_reciprocal(std::int64_t n, const T* A, std::int64_t lda) noexcept {
    for (std::int64_t i = 0; i < n; ++i) {
        const auto size = kernels::magnitude(A[i * (lda + 1)]);
        if (size > 0 && size < std::numeric_limits<kernels::PartOf<T>>::min()) return true;
    }
    return false;
}

}  // namespace

template <class T>
void TrsmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const TrsmArguments<T>& c = *this;
    const bool divides = c.diag == Diag::non_unit && any_has_no_reciprocal(c.order(), c.A, c.lda);
    divides ? call_cpu<T>(c, kernels::plain_routines<T>()) : call_cpu<T>(c);
}

template <class T>
void TrsmCall<T>::put_in_order(std::vector<HostTile>& tiles) const noexcept {
    put_in_order_of_solve(TriangleShape(*this), tiles);
}

template struct TrsmCall<float>;
template struct TrsmCall<double>;
template struct TrsmCall<std::complex<float>>;
template struct TrsmCall<std::complex<double>>;

}  // namespace hg
