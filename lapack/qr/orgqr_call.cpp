#include "lapack/qr/orgqr_call.hpp"

#include <algorithm>

#include "blas/call/output_changes.hpp"
#include "blas/call/routine_call.hpp"
#include "host_blas/cpu_qr.hpp"
#include "lapack/common/memory_loop.hpp"

namespace hg {
namespace {

template <class T>
void make_identity(std::int64_t m, std::int64_t n, T* A, std::int64_t lda) noexcept {
    memory_loop(n, m * static_cast<std::int64_t>(sizeof(T)), [=](std::int64_t first, std::int64_t last) {
        for (std::int64_t j = first; j < last; ++j) {
            std::fill_n(A + j * lda, m, T{0});
            A[j + j * lda] = 1;
        }
    });
}

}  // namespace

template <class T>
std::int64_t OrgqrCall<T>::perform(Session& session) const {
    const OrgqrCall& c = *this;
    if (c.k > 0) {
        place(session, *this);
    } else {
        OutputChanges::note();
        make_identity(c.m, c.n, c.A, c.lda);
    }
    return 0;
}

template <class T>
void OrgqrCall<T>::on_cpu() const {
    const OrgqrCall& c = *this;
    cpu_orgqr(c.m, c.n, c.k, c.A, c.lda, c.tau);
    OutputChanges::note();
}

template struct OrgqrCall<float>;
template struct OrgqrCall<double>;
template struct OrgqrCall<std::complex<float>>;
template struct OrgqrCall<std::complex<double>>;

}  // namespace hg
