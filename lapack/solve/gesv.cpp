#include "blas/call/call_queue.hpp"
#include "blas/call/call_regions.hpp"
#include "blas/call/session_call.hpp"
#include "lapack/common/check.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/async.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {
namespace {

template <class T>
struct GesvArguments {
    std::int64_t n, nrhs;
    T* A;
    std::int64_t lda;
    std::int64_t* ipiv;
    T* B;
    std::int64_t ldb;
    LuOptions options;
};

template <class T>
void check_arguments(const GesvArguments<T>& c) {
    check_gesv<T>(c.n, c.nrhs, c.A, c.lda, c.ipiv, c.B, c.ldb, c.options.pivoting);
}

template <class T, class SessionSource>
std::int64_t checked_gesv(SessionSource source, const GesvArguments<T>& c) {
    return throwing_errors_only([&]() -> std::int64_t {
        check_arguments(c);
        if (c.n == 0) return 0;
        Session& session = source();
        const SessionCall call(session);
        const std::int64_t info = getrf<T>(session, c.n, c.n, c.A, c.lda, c.ipiv, c.options);
        if (info == 0) getrs<T>(session, Op::none, c.n, c.nrhs, c.A, c.lda, c.ipiv, c.B, c.ldb);
        return info;
    });
}

template <class T, class SessionSource>
Call checked_gesv_async(SessionSource source, const GesvArguments<T>& c) {
    return throwing_errors_only([&] {
        check_arguments(c);
        Session& session = source();
        return session.calls().submit(
            {matrix_region(c.A, c.lda, c.n, c.n), vector_region(c.ipiv, c.n),
             matrix_region(c.B, c.ldb, c.n, c.nrhs)},
            [&session, c] { return checked_gesv([&]() -> Session& { return session; }, c); });
    });
}

}  // namespace

template <class T>
std::int64_t gesv(Session& session, std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda,
                  std::int64_t* ipiv, T* B, std::int64_t ldb, const LuOptions& options) {
    return checked_gesv<T>([&]() -> Session& { return session; }, {n, nrhs, A, lda, ipiv, B, ldb, options});
}

template <class T>
std::int64_t gesv(std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, std::int64_t* ipiv, T* B,
                  std::int64_t ldb, const LuOptions& options) {
    return checked_gesv<T>(Session::global, {n, nrhs, A, lda, ipiv, B, ldb, options});
}

template <class T>
Call gesv_async(Session& session, std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda,
                std::int64_t* ipiv, T* B, std::int64_t ldb, const LuOptions& options) {
    return checked_gesv_async<T>([&]() -> Session& { return session; },
                                 {n, nrhs, A, lda, ipiv, B, ldb, options});
}

template <class T>
Call gesv_async(std::int64_t n, std::int64_t nrhs, T* A, std::int64_t lda, std::int64_t* ipiv, T* B,
                std::int64_t ldb, const LuOptions& options) {
    return checked_gesv_async<T>(Session::global, {n, nrhs, A, lda, ipiv, B, ldb, options});
}

template std::int64_t gesv<float>(Session&, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                  float*, std::int64_t, const LuOptions&);
template std::int64_t gesv<double>(Session&, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                   double*, std::int64_t, const LuOptions&);
template std::int64_t gesv<float>(std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*, float*,
                                  std::int64_t, const LuOptions&);
template std::int64_t gesv<double>(std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*, double*,
                                   std::int64_t, const LuOptions&);

template Call gesv_async<float>(Session&, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                float*, std::int64_t, const LuOptions&);
template Call gesv_async<double>(Session&, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                 double*, std::int64_t, const LuOptions&);
template Call gesv_async<float>(std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*, float*,
                                std::int64_t, const LuOptions&);
template Call gesv_async<double>(std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*, double*,
                                 std::int64_t, const LuOptions&);

std::int64_t dgesv(std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda, std::int64_t* ipiv,
                   double* B, std::int64_t ldb, const LuOptions& options) {
    return gesv<double>(n, nrhs, A, lda, ipiv, B, ldb, options);
}

std::int64_t sgesv(std::int64_t n, std::int64_t nrhs, float* A, std::int64_t lda, std::int64_t* ipiv,
                   float* B, std::int64_t ldb, const LuOptions& options) {
    return gesv<float>(n, nrhs, A, lda, ipiv, B, ldb, options);
}

Call dgesv_async(std::int64_t n, std::int64_t nrhs, double* A, std::int64_t lda, std::int64_t* ipiv,
                 double* B, std::int64_t ldb, const LuOptions& options) {
    return gesv_async<double>(n, nrhs, A, lda, ipiv, B, ldb, options);
}

Call sgesv_async(std::int64_t n, std::int64_t nrhs, float* A, std::int64_t lda, std::int64_t* ipiv, float* B,
                 std::int64_t ldb, const LuOptions& options) {
    return gesv_async<float>(n, nrhs, A, lda, ipiv, B, ldb, options);
}

}  // namespace hg
