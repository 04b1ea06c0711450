#include "lapack/solve/factor_solve.hpp"

#include "blas/call/call_policy.hpp"
#include "blas/call/operands.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/session/note_fall_back.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/trsm.hpp>
#include <hg/lapack/ormqr.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Does a call by `on_session()`, and what that leaves undone by the CPU's BLAS.
template <class Routine, class OnSession>
void do_to_the_end(const Routine& call, const OnSession& on_session) {
    CallPolicy::Overrides overrides = CallPolicy::current();
    overrides.cpu_finishes = true;
    const CallPolicy policy(overrides);
    const OutputChanges changes;
    try {
        on_session();
    } catch (...) {
        const Error error = current_error();
        if (changes.any() || !cpu_takes(call))
            throw partially_written(error, "B is between before and after");
        note_fall_back(error, nullptr, "the CPU's BLAS");
        call.on_cpu();
    }
}

}  // namespace

template <class T>
void solve_with_factor(Session& session, const TrsmCall<T>& factor) {
    const TrsmArguments<T>& f = factor;
    do_to_the_end(factor, [&] {
        trsm<T>(session, Layout::col_major, f.side, f.uplo, f.op, f.diag, f.m, f.n, f.alpha, f.A, f.lda, f.B,
                f.ldb);
    });
}

template <class T>
void multiply_with_factor(Session& session, const OrmqrCall<T>& factor) {
    const OrmqrCall<T>& f = factor;
    do_to_the_end(f, [&] {
        if constexpr (ComplexElement<T>)
            unmqr<T>(session, Layout::col_major, f.side, f.op, f.m, f.n, f.k, f.A, f.lda, f.tau, f.C, f.ldc);
        else
            ormqr<T>(session, Layout::col_major, f.side, f.op, f.m, f.n, f.k, f.A, f.lda, f.tau, f.C, f.ldc);
    });
}

#define HG_INSTANTIATE(T)                                          \
    template void solve_with_factor(Session&, const TrsmCall<T>&); \
    template void multiply_with_factor(Session&, const OrmqrCall<T>&);
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg
