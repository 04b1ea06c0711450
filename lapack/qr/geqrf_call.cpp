#include "lapack/qr/geqrf_call.hpp"

#include "blas/call/output_changes.hpp"
#include "host_blas/cpu_qr.hpp"

namespace hg {

template <class T>
void GeqrfCall<T>::on_cpu() const {
    const GeqrfCall& c = *this;
    cpu_geqrf(c.m, c.n, c.A, c.lda, c.tau);
    OutputChanges::note();
}

template <class T>
void GeqrfCall<T>::take(const Workspace& workspace) const {
    std::copy_n(workspace.elements<T>("tau"), order(), this->tau);
}

template struct GeqrfCall<float>;
template struct GeqrfCall<double>;
template struct GeqrfCall<std::complex<float>>;
template struct GeqrfCall<std::complex<double>>;

}  // namespace hg
