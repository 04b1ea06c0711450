#include "lapack/solve/qr_solve_call.hpp"

#include <algorithm>

#include "host_blas/cpu_qr.hpp"
#include "lapack/common/diagonal.hpp"

namespace hg {

template <class T>
QrProblem QrSolveCall<T>::problem() const noexcept {
    QrProblem problem = factorization.problem();
    problem.nrhs = nrhs;
    return problem;
}

template <class T>
void QrSolveCall<T>::on_cpu() const {
    const GeqrfCall<T>& f = factorization;
    f.on_cpu();
    if (info() == 0) cpu_ormqr<T>({.transposed = true}, f.m, nrhs, f.order(), f.A, f.lda, f.tau, B, ldb);
}

template <class T>
void QrSolveCall<T>::take(const Workspace& workspace) const {
    factorization.take(workspace);
    if (info() > 0) return;
    const std::int64_t m = factorization.m;
    const T* product = workspace.elements<T>("QtB");
    for (std::int64_t j = 0; j < nrhs; ++j) std::copy_n(product + j * m, m, B + j * ldb);
}

template <class T>
std::int64_t QrSolveCall<T>::info() const noexcept {
    const GeqrfCall<T>& f = factorization;
    return first_zero_of_diagonal(f.order(), f.A, f.lda);
}

template struct QrSolveCall<float>;
template struct QrSolveCall<double>;
template struct QrSolveCall<std::complex<float>>;
template struct QrSolveCall<std::complex<double>>;

}  // namespace hg
