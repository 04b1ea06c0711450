#include "lapack/solve/factor_solve.hpp"

#include "blas/call/argument_list.hpp"
#include "blas/call/call_policy.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/unfinished.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/trsm.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {

template <class T>
void solve_with_factor(Session& session, const TrsmCall<T>& factor) {
    CallPolicy::Wishes wishes = CallPolicy::current();
    wishes.cpu_finishes = true;
    const CallPolicy policy(wishes);
    const OutputChanges changes;
    const TrsmArguments<T>& f = factor;
    try {
        trsm<T>(session, Layout::col_major, f.side, f.uplo, f.op, f.diag, f.m, f.n, f.alpha, f.A, f.lda, f.B,
                f.ldb);
    } catch (...) {
        const Error error = current_error();
        if (changes.any() || !cpu_takes(factor)) throw spoilt(error, "B is between before and after");
        warn_of_rest(error, "the CPU's BLAS");
        factor.on_cpu();
    }
}

template void solve_with_factor(Session&, const TrsmCall<float>&);
template void solve_with_factor(Session&, const TrsmCall<double>&);

}  // namespace hg
