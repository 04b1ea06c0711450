// Templates of the public headers refuse elements that hg does not have: the compiler says so, not the
// linker.
#include <gtest/gtest.h>

#include <complex>

#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/hermitian.hpp>
#include <hg/blas/host_buffer.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/lapack/async.hpp>
#include <hg/lapack/gels.hpp>
#include <hg/lapack/geqrf.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>
#include <hg/lapack/orgqr.hpp>
#include <hg/lapack/ormqr.hpp>

namespace hg {
namespace {

constexpr Layout kLayout = Layout::col_major;
constexpr Side kSide = Side::left;
constexpr Uplo kUplo = Uplo::lower;
constexpr Op kOp = Op::none;
constexpr Diag kDiag = Diag::unit;

// Routines of three matrices, of two and of one, each on a session, on the process-wide one, and async.
#define HG_TAKES(name, routine, ...)                                                           \
    template <class T>                                                                         \
    concept name = requires(Session & session, T x, const T* in, T* out, std::int64_t* ipiv) { \
        routine<T>(__VA_ARGS__);                                                               \
        routine<T>(session, __VA_ARGS__);                                                      \
        routine##_async<T>(__VA_ARGS__);                                                       \
        routine##_async<T>(session, __VA_ARGS__);                                              \
    };
HG_TAKES(GemmTakes, gemm, kLayout, kOp, kOp, 1, 1, 1, x, in, 1, in, 1, x, out, 1)
HG_TAKES(SymmTakes, symm, kLayout, kSide, kUplo, 1, 1, x, in, 1, in, 1, x, out, 1)
HG_TAKES(SyrkTakes, syrk, kLayout, kUplo, kOp, 1, 1, x, in, 1, x, out, 1)
HG_TAKES(Syr2kTakes, syr2k, kLayout, kUplo, kOp, 1, 1, x, in, 1, in, 1, x, out, 1)
HG_TAKES(TrmmTakes, trmm, kLayout, kSide, kUplo, kOp, kDiag, 1, 1, x, in, 1, out, 1)
HG_TAKES(TrsmTakes, trsm, kLayout, kSide, kUplo, kOp, kDiag, 1, 1, x, in, 1, out, 1)
HG_TAKES(GetrfTakes, getrf, kLayout, 1, 1, out, 1, ipiv)
HG_TAKES(GetrsTakes, getrs, kLayout, kOp, 1, 1, in, 1, ipiv, out, 1)
HG_TAKES(GesvTakes, gesv, kLayout, 1, 1, out, 1, ipiv, out, 1)
HG_TAKES(GeqrfTakes, geqrf, kLayout, 1, 1, out, 1, out)
HG_TAKES(OrmqrTakes, ormqr, kLayout, kSide, kOp, 1, 1, 1, in, 1, in, out, 1)
HG_TAKES(OrgqrTakes, orgqr, kLayout, 1, 1, 1, out, 1, in)
HG_TAKES(GelsTakes, gels, kLayout, kOp, 1, 1, 1, out, 1, out, 1)

template <class T>
concept HasHostBuffer = requires {
    typename HostBuffer<T>;
};

template <class T>
constexpr int routines_that_take() {
    return GemmTakes<T> + SymmTakes<T> + SyrkTakes<T> + Syr2kTakes<T> + TrmmTakes<T> + TrsmTakes<T> +
           GetrfTakes<T> + GetrsTakes<T> + GesvTakes<T> + GeqrfTakes<T> + OrmqrTakes<T> + OrgqrTakes<T> +
           GelsTakes<T>;
}

HG_TAKES(HemmTakes, hemm, kLayout, kSide, kUplo, 1, 1, x, in, 1, in, 1, x, out, 1)
HG_TAKES(HerkTakes, herk, kLayout, kUplo, kOp, 1, 1, 1, in, 1, 1, out, 1)
HG_TAKES(Her2kTakes, her2k, kLayout, kUplo, kOp, 1, 1, x, in, 1, in, 1, 1, out, 1)
HG_TAKES(UnmqrTakes, unmqr, kLayout, kSide, kOp, 1, 1, 1, in, 1, in, out, 1)
HG_TAKES(UngqrTakes, ungqr, kLayout, 1, 1, 1, out, 1, in)
#undef HG_TAKES

/// Level 3 of BLAS and linear systems by LU.
template <class T>
constexpr int complex_takes() {
    return GemmTakes<T> + SymmTakes<T> + SyrkTakes<T> + Syr2kTakes<T> + TrmmTakes<T> + TrsmTakes<T> +
           GetrfTakes<T> + GetrsTakes<T> + GesvTakes<T>;
}
template <class T>
constexpr int qr_takes() {
    return GeqrfTakes<T> + GelsTakes<T> + UnmqrTakes<T> + UngqrTakes<T>;
}
template <class T>
constexpr int hermitian_takes() {
    return HemmTakes<T> + HerkTakes<T> + Her2kTakes<T>;
}

TEST(ElementTypes, AreFloatAndDoubleForAllRoutinesAndComplexForSome) {
    static_assert(routines_that_take<double>() == 13 && routines_that_take<float>() == 13);
    static_assert(hermitian_takes<double>() == 0 && hermitian_takes<float>() == 0);
    using C32 = std::complex<float>;
    using C64 = std::complex<double>;
    static_assert(routines_that_take<C32>() == 11 && complex_takes<C32>() == 9 &&
                  hermitian_takes<C32>() == 3);
    static_assert(routines_that_take<C64>() == 11 && complex_takes<C64>() == 9 &&
                  hermitian_takes<C64>() == 3);
    static_assert(qr_takes<C32>() == 4 && qr_takes<C64>() == 4);
    static_assert(!UnmqrTakes<double> && !UngqrTakes<float> && !OrmqrTakes<C64> && !OrgqrTakes<C32>);
    static_assert(routines_that_take<std::complex<long double>>() == 0);
    static_assert(routines_that_take<long double>() == 0);
    static_assert(routines_that_take<int>() == 0);
    static_assert(HasHostBuffer<double> && !HasHostBuffer<std::complex<float>>);
    static_assert(RealElement<double> && !RealElement<const double>);
}

}  // namespace
}  // namespace hg
