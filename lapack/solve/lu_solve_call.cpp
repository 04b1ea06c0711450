#include "lapack/solve/lu_solve_call.hpp"

#include <algorithm>

#include "lapack/solve/getrs_call.hpp"

namespace hg {

template <class T>
LuProblem LuSolveCall<T>::problem() const noexcept {
    LuProblem problem = factorization.problem();
    problem.nrhs = nrhs;
    return problem;
}

template <class T>
void LuSolveCall<T>::on_cpu() const {
    factorization.on_cpu();
    if (info() > 0) return;
    const GetrfCall<T>& f = factorization;
    GetrsCall<T>{Op::none, f.n, nrhs, f.A, f.lda, f.ipiv, B, ldb}.on_cpu();
}

template <class T>
void LuSolveCall<T>::take(const Workspace& workspace) const {
    factorization.take(workspace);
    if (info() > 0) return;
    const std::int64_t n = factorization.n;
    const T* X = workspace.elements<T>("X");
    for (std::int64_t j = 0; j < nrhs; ++j) std::copy_n(X + j * n, n, B + j * ldb);
}

template struct LuSolveCall<float>;
template struct LuSolveCall<double>;
template struct LuSolveCall<std::complex<float>>;
template struct LuSolveCall<std::complex<double>>;

}  // namespace hg
