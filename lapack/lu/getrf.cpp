#include "blas/call/routine_call.hpp"
#include "lapack/lu/getrf_call.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/getrf.hpp>

namespace hg {

template <class T>
std::int64_t getrf(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda,
                   std::int64_t* ipiv, const LuOptions& options) {
    return routine_call(&session, GetrfCall<T>{{m, n, A, lda, ipiv, options.pivoting}});
}

template <class T>
std::int64_t getrf(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                   const LuOptions& options) {
    return routine_call(nullptr, GetrfCall<T>{{m, n, A, lda, ipiv, options.pivoting}});
}

template <class T>
Call getrf_async(Session& session, std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                 const LuOptions& options) {
    return routine_call_async(&session, GetrfCall<T>{{m, n, A, lda, ipiv, options.pivoting}});
}

template <class T>
Call getrf_async(std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t* ipiv,
                 const LuOptions& options) {
    return routine_call_async(nullptr, GetrfCall<T>{{m, n, A, lda, ipiv, options.pivoting}});
}

template std::int64_t getrf<float>(Session&, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                   const LuOptions&);
template std::int64_t getrf<double>(Session&, std::int64_t, std::int64_t, double*, std::int64_t,
                                    std::int64_t*, const LuOptions&);
template std::int64_t getrf<float>(std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                   const LuOptions&);
template std::int64_t getrf<double>(std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                    const LuOptions&);

template Call getrf_async<float>(Session&, std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                 const LuOptions&);
template Call getrf_async<double>(Session&, std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                  const LuOptions&);
template Call getrf_async<float>(std::int64_t, std::int64_t, float*, std::int64_t, std::int64_t*,
                                 const LuOptions&);
template Call getrf_async<double>(std::int64_t, std::int64_t, double*, std::int64_t, std::int64_t*,
                                  const LuOptions&);

std::int64_t dgetrf(std::int64_t m, std::int64_t n, double* A, std::int64_t lda, std::int64_t* ipiv,
                    const LuOptions& options) {
    return getrf<double>(m, n, A, lda, ipiv, options);
}

std::int64_t sgetrf(std::int64_t m, std::int64_t n, float* A, std::int64_t lda, std::int64_t* ipiv,
                    const LuOptions& options) {
    return getrf<float>(m, n, A, lda, ipiv, options);
}

Call dgetrf_async(std::int64_t m, std::int64_t n, double* A, std::int64_t lda, std::int64_t* ipiv,
                  const LuOptions& options) {
    return getrf_async<double>(m, n, A, lda, ipiv, options);
}

Call sgetrf_async(std::int64_t m, std::int64_t n, float* A, std::int64_t lda, std::int64_t* ipiv,
                  const LuOptions& options) {
    return getrf_async<float>(m, n, A, lda, ipiv, options);
}

}  // namespace hg
