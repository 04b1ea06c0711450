#include "blas/level3/triangle/trsm_call.hpp"

#include <limits>

#include "blas/call/output_changes.hpp"
#include "blas/generated/cpu_calls.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "host_blas/product/host_matrix.hpp"
#include "host_blas/product/host_trsm.hpp"

namespace hg {
namespace {

/// Returns whether an element on the diagonal of a column-major matrix of order n is subnormal. OpenBLAS
/// multiplies by reciprocals, and the reciprocal of such a number is infinite; host_trsm() divides.
template <class T>
bool any_has_no_reciprocal(std::int64_t n, const T* A, std::int64_t lda) noexcept {
    for (std::int64_t i = 0; i < n; ++i) {
        const auto size = magnitude(A[i * (lda + 1)]);
        if (size > 0 && size < std::numeric_limits<PartOf<T>>::min()) return true;
    }
    return false;
}

/// The solve for a diagonal without finite reciprocals.
template <class T>
void solve_by_division(const TrsmArguments<T>& c) noexcept {
    scale_matrix(c.m, c.n, c.alpha, HostMatrix<T>(c.B, c.ldb));
    host_trsm<T>({.right = c.side == Side::right,
                  .upper = c.uplo == Uplo::upper,
                  .transposed = c.op != Op::none,
                  .conjugated = c.op == Op::conj_trans},
                 c.m, c.n, c.A, c.lda, c.B, c.ldb);
}

}  // namespace

template <class T>
void TrsmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const TrsmArguments<T>& c = *this;
    const bool divides =
        c.alpha != T{0} && c.diag == Diag::non_unit && any_has_no_reciprocal(c.order(), c.A, c.lda);
    divides ? solve_by_division<T>(c) : call_cpu<T>(c);
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
