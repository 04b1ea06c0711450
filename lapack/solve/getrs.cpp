#include <string>

#include "blas/call/call_policy.hpp"
#include "blas/call/call_queue.hpp"
#include "blas/call/call_regions.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/session_call.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/level3/triangle/host_trsm.hpp"
#include "lapack/common/check.hpp"
#include "lapack/common/row_interchanges.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/lapack/async.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {
namespace {

template <class T>
struct GetrsArguments {
    Op op;
    std::int64_t n, nrhs;
    const T* A;
    std::int64_t lda;
    const std::int64_t* ipiv;
    T* B;
    std::int64_t ldb;
};

template <class T>
void check_arguments(const GetrsArguments<T>& c) {
    check_getrs<T>(c.op, c.n, c.nrhs, c.A, c.lda, c.B, c.ldb);
}

/// Interchanges with rows that are not there would write anywhere. What ipiv holds is not known before the
/// calls that write it have ended.
template <class T>
void check_interchanges(const GetrsArguments<T>& c) {
    for (std::int64_t i = 0; c.ipiv != nullptr && i < c.n; ++i)
        if (c.ipiv[i] < 1 || c.ipiv[i] > c.n)
            require_argument(false, sizeof(T) == 8 ? "dgetrs" : "sgetrs", 6, "ipiv",
                             "must hold rows 1 to " + std::to_string(c.n) + ", but holds " +
                                 std::to_string(c.ipiv[i]) + " at " + std::to_string(i));
}

/// One of the two solves. B must not stay between before and after: what no device can do of it, for whatever
/// reason, the CPU's BLAS does.
template <class T>
void solve_triangle(Session& session, const GetrsArguments<T>& c, Uplo uplo, Diag diag) {
    CallPolicy::Wishes wishes = CallPolicy::current();
    wishes.cpu_finishes = true;
    const CallPolicy policy(wishes);
    const OutputChanges changes;
    const TrsmArguments<T> triangle{Side::left, uplo, c.op, diag, c.n, c.nrhs, T{1}, c.A, c.lda, c.B, c.ldb};
    try {
        trsm<T>(session, Layout::col_major, triangle.side, uplo, c.op, diag, c.n, c.nrhs, T{1}, c.A, c.lda,
                c.B, c.ldb);
    } catch (...) {
        const Error error = current_error();
        if (changes.any() || !host_trsm_takes(triangle)) throw spoilt(error, "B is between before and after");
        warn_of_rest(error, "the CPU's BLAS");
        OutputChanges::note();
        host_trsm(triangle);
    }
}

template <class T>
void interchange(const GetrsArguments<T>& c, Interchange order) noexcept {
    if (c.ipiv == nullptr) return;
    OutputChanges::note();
    interchange_rows(order, c.n, c.nrhs, c.ipiv, c.B, c.ldb);
}

/// A = P L U, so X = U^-1 L^-1 P^T B, and for the transposed system X = P L^-T U^-T B.
template <class T>
void solve(Session& session, const GetrsArguments<T>& c) {
    if (c.op == Op::none) {
        interchange(c, Interchange::forward);
        solve_triangle(session, c, Uplo::lower, Diag::unit);
        solve_triangle(session, c, Uplo::upper, Diag::non_unit);
    } else {
        solve_triangle(session, c, Uplo::upper, Diag::non_unit);
        solve_triangle(session, c, Uplo::lower, Diag::unit);
        interchange(c, Interchange::backward);
    }
}

template <class T>
std::vector<HostRegion> regions_of(const GetrsArguments<T>& c) {
    return {matrix_region(c.B, c.ldb, c.n, c.nrhs), matrix_region(c.A, c.lda, c.n, c.n),
            vector_region(c.ipiv, c.n)};
}

template <class T, class SessionSource>
void checked_getrs(SessionSource source, const GetrsArguments<T>& c) {
    throwing_errors_only([&] {
        check_arguments(c);
        if (c.n == 0 || c.nrhs == 0) return;
        Session& session = source();
        const SessionCall call(session);
        session.calls().wait_for([&] { return regions_of(c); });
        check_interchanges(c);
        solve(session, c);
    });
}

template <class T, class SessionSource>
Call checked_getrs_async(SessionSource source, const GetrsArguments<T>& c) {
    return throwing_errors_only([&] {
        check_arguments(c);
        Session& session = source();
        return session.calls().submit(regions_of(c), [&session, c] {
            checked_getrs([&]() -> Session& { return session; }, c);
            return std::int64_t{0};
        });
    });
}

}  // namespace

template <class T>
void getrs(Session& session, Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
           const std::int64_t* ipiv, T* B, std::int64_t ldb) {
    checked_getrs<T>([&]() -> Session& { return session; }, {op, n, nrhs, A, lda, ipiv, B, ldb});
}

template <class T>
void getrs(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda, const std::int64_t* ipiv,
           T* B, std::int64_t ldb) {
    checked_getrs<T>(Session::global, {op, n, nrhs, A, lda, ipiv, B, ldb});
}

template <class T>
Call getrs_async(Session& session, Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                 const std::int64_t* ipiv, T* B, std::int64_t ldb) {
    return checked_getrs_async<T>([&]() -> Session& { return session; }, {op, n, nrhs, A, lda, ipiv, B, ldb});
}

template <class T>
Call getrs_async(Op op, std::int64_t n, std::int64_t nrhs, const T* A, std::int64_t lda,
                 const std::int64_t* ipiv, T* B, std::int64_t ldb) {
    return checked_getrs_async<T>(Session::global, {op, n, nrhs, A, lda, ipiv, B, ldb});
}

template void getrs<float>(Session&, Op, std::int64_t, std::int64_t, const float*, std::int64_t,
                           const std::int64_t*, float*, std::int64_t);
template void getrs<double>(Session&, Op, std::int64_t, std::int64_t, const double*, std::int64_t,
                            const std::int64_t*, double*, std::int64_t);
template void getrs<float>(Op, std::int64_t, std::int64_t, const float*, std::int64_t, const std::int64_t*,
                           float*, std::int64_t);
template void getrs<double>(Op, std::int64_t, std::int64_t, const double*, std::int64_t, const std::int64_t*,
                            double*, std::int64_t);

template Call getrs_async<float>(Session&, Op, std::int64_t, std::int64_t, const float*, std::int64_t,
                                 const std::int64_t*, float*, std::int64_t);
template Call getrs_async<double>(Session&, Op, std::int64_t, std::int64_t, const double*, std::int64_t,
                                  const std::int64_t*, double*, std::int64_t);
template Call getrs_async<float>(Op, std::int64_t, std::int64_t, const float*, std::int64_t,
                                 const std::int64_t*, float*, std::int64_t);
template Call getrs_async<double>(Op, std::int64_t, std::int64_t, const double*, std::int64_t,
                                  const std::int64_t*, double*, std::int64_t);

void dgetrs(Op op, std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda,
            const std::int64_t* ipiv, double* B, std::int64_t ldb) {
    getrs<double>(op, n, nrhs, A, lda, ipiv, B, ldb);
}

void sgetrs(Op op, std::int64_t n, std::int64_t nrhs, const float* A, std::int64_t lda,
            const std::int64_t* ipiv, float* B, std::int64_t ldb) {
    getrs<float>(op, n, nrhs, A, lda, ipiv, B, ldb);
}

Call dgetrs_async(Op op, std::int64_t n, std::int64_t nrhs, const double* A, std::int64_t lda,
                  const std::int64_t* ipiv, double* B, std::int64_t ldb) {
    return getrs_async<double>(op, n, nrhs, A, lda, ipiv, B, ldb);
}

Call sgetrs_async(Op op, std::int64_t n, std::int64_t nrhs, const float* A, std::int64_t lda,
                  const std::int64_t* ipiv, float* B, std::int64_t ldb) {
    return getrs_async<float>(op, n, nrhs, A, lda, ipiv, B, ldb);
}

}  // namespace hg
