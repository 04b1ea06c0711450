#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "host_blas/by_address.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/types.hpp>
#include <hg/hg.h>

// What real and complex elements have alike, with the letter of their precision `before` or `after` that of complex ones.
#define HG_TEST_VECTORS(letter, before, after, T, Real)                                                    \
    void hg_##letter##copy_(const int*, const T*, const int*, T*, const int*, int*);                       \
    void hg_##letter##swap_(const int*, T*, const int*, T*, const int*, int*);                             \
    void hg_##letter##scal_(const int*, const T*, T*, const int*, int*);                                   \
    void hg_##letter##axpy_(const int*, const T*, const T*, const int*, T*, const int*, int*);             \
    void hg_##letter##after##rot_(const int*, T*, const int*, T*, const int*, const Real*, const Real*,    \
                                  int*);                                                                   \
    void hg_##before##letter##nrm2_(const int*, const T*, const int*, Real*, int*);                        \
    void hg_##before##letter##asum_(const int*, const T*, const int*, Real*, int*);                        \
    void hg_i##letter##amax_(const int*, const T*, const int*, int*, int*);                                \
    std::int64_t hg_i##letter##amax_int64(std::int64_t, const T*, std::int64_t, std::int64_t*);            \
    void hg_##letter##gemv_(const char*, const int*, const int*, const T*, const T*, const int*, const T*, \
                            const int*, const T*, T*, const int*, int*);                                   \
    void hg_##letter##trmv_(const char*, const char*, const char*, const int*, const T*, const int*, T*,   \
                            const int*, int*);                                                             \
    void hg_##letter##trsv_(const char*, const char*, const char*, const int*, const T*, const int*, T*,   \
                            const int*, int*);

#define HG_TEST_PAIRS(dot, ger, symv, syr, syr2, T, Real)                                                \
    void hg_##dot##_(const int*, const T*, const int*, const T*, const int*, T*, int*);                  \
    void hg_##ger##_(const int*, const int*, const T*, const T*, const int*, const T*, const int*, T*,   \
                     const int*, int*);                                                                  \
    void hg_##symv##_(const char*, const int*, const T*, const T*, const int*, const T*, const int*,     \
                      const T*, T*, const int*, int*);                                                   \
    void hg_##syr##_(const char*, const int*, const Real*, const T*, const int*, T*, const int*, int*);  \
    void hg_##syr2##_(const char*, const int*, const T*, const T*, const int*, const T*, const int*, T*, \
                      const int*, int*);

extern "C" {
HG_TEST_VECTORS(d, , , double, double)
HG_TEST_VECTORS(s, , , float, float)
HG_TEST_VECTORS(z, d, d, std::complex<double>, double)
HG_TEST_VECTORS(c, s, s, std::complex<float>, float)
HG_TEST_PAIRS(ddot, dger, dsymv, dsyr, dsyr2, double, double)
HG_TEST_PAIRS(sdot, sger, ssymv, ssyr, ssyr2, float, float)
HG_TEST_PAIRS(zdotu, zgeru, zhemv, zher, zher2, std::complex<double>, double)
HG_TEST_PAIRS(cdotc, cgerc, chemv, cher, cher2, std::complex<float>, float)
void hg_zdotc_(const int*, const std::complex<double>*, const int*, const std::complex<double>*, const int*,
               std::complex<double>*, int*);
void hg_csscal_(const int*, const float*, std::complex<float>*, const int*, int*);
}

namespace hg {
namespace {

using C64 = std::complex<double>;
using C32 = std::complex<float>;

/// Levels 1 and 2 by the names of C and of Fortran. The process-wide session is made on the devices of the tests.
class VectorFace : public testing::Test {
  protected:
    static void SetUpTestSuite() { ::setenv("HG_DEVICES", test::test_devices().c_str(), 1); }
};

/// A function of Fortran as one that takes values and returns info.
template <class F>
auto fortran(F* function) {
    return [function](auto... values) -> std::int64_t {
        int info = -77;
        function(address_of(values)..., &info);
        return info;
    };
}

template <class T, class Copy, class Swap, class Scal, class Axpy, class Rot>
void expect_moves(const Copy& copy, const Swap& swap, const Scal& scal, const Axpy& axpy, const Rot& rot) {
    using V = std::vector<T>;
    V x{1, 2, 3}, y{7, 8, 9};
    EXPECT_EQ(copy(3, const_cast<const T*>(x.data()), 1, y.data(), -1), 0);
    EXPECT_EQ(y, (V{3, 2, 1}));
    EXPECT_EQ(swap(2, x.data(), 2, y.data(), 1), 0);
    EXPECT_EQ(x, (V{3, 2, 2}));
    EXPECT_EQ(y, (V{1, 3, 1}));
    EXPECT_EQ(scal(2, T{2}, x.data(), 2), 0);
    EXPECT_EQ(x, (V{6, 2, 4}));
    EXPECT_EQ(axpy(3, T{2}, const_cast<const T*>(x.data()), 1, y.data(), 1), 0);
    EXPECT_EQ(y, (V{13, 7, 9}));
    EXPECT_EQ(rot(1, x.data(), 1, y.data(), 1, RealOf<T>{2}, RealOf<T>{-1}), 0);
    EXPECT_EQ(x[0], T{-1});
    EXPECT_EQ(y[0], T{32});
    EXPECT_EQ(axpy(3, T{2}, const_cast<const T*>(x.data()), 0, y.data(), 1), -4);
    EXPECT_NE(std::string(hg_last_error()).find("axpy: argument 4 (incx) must not be 0"), std::string::npos)
        << hg_last_error();
}

template <class T, class Dot, class Nrm2, class Asum>
void expect_sums(const Dot& dot, const Nrm2& nrm2, const Asum& asum) {
    const std::vector<T> x{3, -4, 0, 1};
    T sum = 0;
    EXPECT_EQ(dot(3, x.data(), 1, x.data() + 1, 1, &sum), 0);
    EXPECT_EQ(sum, T{-12});
    RealOf<T> result = 0;
    EXPECT_EQ(nrm2(2, x.data(), 1, &result), 0);
    EXPECT_EQ(result, 5);
    EXPECT_EQ(asum(4, x.data(), 1, &result), 0);
    EXPECT_EQ(result, 8);
    EXPECT_EQ(asum(0, x.data(), 1, &result), 0);
    EXPECT_EQ(result, 0);
    EXPECT_EQ(asum(4, x.data(), 1, static_cast<RealOf<T>*>(nullptr)), -4)
        << "there is no place for the result";
    EXPECT_EQ(nrm2(-1, x.data(), 1, &result), -1);
}

/// `first`: the number of the first element.
template <class T, class Integer, class Iamax>
void expect_place(const Iamax& iamax, Integer first) {
    const std::vector<T> x{3, -4, 0, 4};
    Integer index = 77;
    EXPECT_EQ(iamax(4, x.data(), 1, &index), 0);
    EXPECT_EQ(index, first + 1);
    EXPECT_EQ(iamax(0, x.data(), 1, &index), 0);
    EXPECT_EQ(index, first - 1);
    EXPECT_EQ(iamax(4, x.data(), -1, &index), -3);
    EXPECT_EQ(index, first - 1);
    EXPECT_EQ(iamax(4, x.data(), 1, static_cast<Integer*>(nullptr)), -4);
}

template <class T, class Gemv, class Symv, class Trmv, class Trsv>
void expect_products(const Gemv& gemv, const Symv& symv, const Trmv& trmv, const Trsv& trsv) {
    using V = std::vector<T>;
    const V A{1, 2, 3, 4}, x{1, 2};
    const T *const a = A.data(), *const u = x.data();
    V y{1, 1};
    EXPECT_EQ(gemv('T', 2, 2, T{2}, a, 2, u, 1, T{-1}, y.data(), 1), 0);
    EXPECT_EQ(y, (V{9, 21}));
    EXPECT_EQ(symv('l', 2, T{1}, a, 2, u, -1, T{0}, y.data(), 1), 0);
    EXPECT_EQ(y, (V{4, 8}));
    EXPECT_EQ(trmv('U', 'N', 'u', 2, a, 2, y.data(), 1), 0);
    EXPECT_EQ(y, (V{28, 8}));
    EXPECT_EQ(trsv('U', 'N', 'U', 2, a, 2, y.data(), 1), 0);
    EXPECT_EQ(y, (V{4, 8}));
    EXPECT_EQ(gemv('x', 2, 2, T{2}, a, 2, u, 1, T{-1}, y.data(), 1), -1);
    EXPECT_EQ(symv('L', 2, T{1}, a, 1, u, 1, T{0}, y.data(), 1), -5);
    EXPECT_EQ(trsv('U', 'N', 'U', 2, a, 2, y.data(), 0), -8);
    EXPECT_NE(std::string(hg_last_error()).find("trsv: argument 8 (incx) must not be 0"), std::string::npos)
        << hg_last_error();
}

template <class T, class Ger, class Syr, class Syr2>
void expect_updates(const Ger& ger, const Syr& syr, const Syr2& syr2) {
    using V = std::vector<T>;
    V A{1, 2, 3, 4};
    const V x{1, 2}, y{3, 4};
    const T *const u = x.data(), *const v = y.data();
    EXPECT_EQ(ger(2, 2, T{1}, u, 1, v, 1, A.data(), 2), 0);
    EXPECT_EQ(A, (V{4, 8, 7, 12}));
    EXPECT_EQ(syr('L', 2, RealOf<T>{2}, u, 1, A.data(), 2), 0);
    EXPECT_EQ(A, (V{6, 12, 7, 20}));
    EXPECT_EQ(syr2('U', 2, T{1}, u, 1, v, 1, A.data(), 2), 0);
    EXPECT_EQ(A, (V{12, 12, 17, 36}));
    EXPECT_EQ(ger(-1, 2, T{1}, u, 1, v, 1, A.data(), 2), -1);
    EXPECT_EQ(syr2('U', 2, T{1}, u, 1, v, 0, A.data(), 2), -7);
}

TEST_F(VectorFace, CallsOfC) {
    expect_moves<double>(hg_dcopy, hg_dswap, hg_dscal, hg_daxpy, hg_drot);
    expect_moves<float>(hg_scopy, hg_sswap, hg_sscal, hg_saxpy, hg_srot);
    expect_sums<double>(hg_ddot, hg_dnrm2, hg_dasum);
    expect_sums<float>(hg_sdot, hg_snrm2, hg_sasum);
    expect_place<double, std::int64_t>(hg_idamax, 0);
    expect_place<float, std::int64_t>(hg_isamax, 0);
    expect_products<double>(hg_dgemv, hg_dsymv, hg_dtrmv, hg_dtrsv);
    expect_products<float>(hg_sgemv, hg_ssymv, hg_strmv, hg_strsv);
    expect_updates<double>(hg_dger, hg_dsyr, hg_dsyr2);
    expect_updates<float>(hg_sger, hg_ssyr, hg_ssyr2);
}

TEST_F(VectorFace, ComplexCallsOfC) {
    expect_moves<C64>(hg_zcopy, hg_zswap, hg_zscal, hg_zaxpy, hg_zdrot);
    expect_moves<C32>(hg_ccopy, hg_cswap, hg_cscal, hg_caxpy, hg_csrot);
    expect_sums<C64>(hg_zdotu, hg_dznrm2, hg_dzasum);
    expect_sums<C32>(hg_cdotc, hg_scnrm2, hg_scasum);
    expect_place<C64, std::int64_t>(hg_izamax, 0);
    expect_place<C32, std::int64_t>(hg_icamax, 0);
    expect_products<C64>(hg_zgemv, hg_zhemv, hg_ztrmv, hg_ztrsv);
    expect_products<C32>(hg_cgemv, hg_chemv, hg_ctrmv, hg_ctrsv);
    expect_updates<C64>(hg_zgeru, hg_zher, hg_zher2);
    expect_updates<C32>(hg_cgerc, hg_cher, hg_cher2);
}

TEST_F(VectorFace, ComplexCallsOfFortran) {
    expect_moves<C64>(fortran(hg_zcopy_), fortran(hg_zswap_), fortran(hg_zscal_), fortran(hg_zaxpy_),
                      fortran(hg_zdrot_));
    expect_moves<C32>(fortran(hg_ccopy_), fortran(hg_cswap_), fortran(hg_cscal_), fortran(hg_caxpy_),
                      fortran(hg_csrot_));
    expect_sums<C64>(fortran(hg_zdotu_), fortran(hg_dznrm2_), fortran(hg_dzasum_));
    expect_sums<C32>(fortran(hg_cdotc_), fortran(hg_scnrm2_), fortran(hg_scasum_));
    expect_place<C64, int>(fortran(hg_izamax_), 1);
    expect_place<C32, std::int64_t>(hg_icamax_int64, 1);
    expect_products<C64>(fortran(hg_zgemv_), fortran(hg_zhemv_), fortran(hg_ztrmv_), fortran(hg_ztrsv_));
    expect_products<C32>(fortran(hg_cgemv_), fortran(hg_chemv_), fortran(hg_ctrmv_), fortran(hg_ctrsv_));
    expect_updates<C64>(fortran(hg_zgeru_), fortran(hg_zher_), fortran(hg_zher2_));
    expect_updates<C32>(fortran(hg_cgerc_), fortran(hg_cher_), fortran(hg_cher2_));
}

/// What distinguishes conjugates, and real numbers among complex ones.
TEST_F(VectorFace, ConjugatesAndRealNumbers) {
    using V = std::vector<C64>;
    V x{{1, 2}, {0, 1}}, A{{1, 7}, {2, 1}, 0, {3, 7}};
    C64 sum = 0;
    EXPECT_EQ(hg_zdotu(2, x.data(), 1, x.data(), 1, &sum), 0);
    EXPECT_EQ(sum, C64(-4, 4));
    EXPECT_EQ(
        fortran(hg_zdotc_)(2, const_cast<const C64*>(x.data()), 1, const_cast<const C64*>(x.data()), 1, &sum),
        0);
    EXPECT_EQ(sum, C64(6, 0));
    double result = 0;
    EXPECT_EQ(hg_dzasum(2, x.data(), 1, &result), 0);
    EXPECT_EQ(result, 4);
    V y{0, 0};
    EXPECT_EQ(hg_zgemv('C', 2, 2, {0, 1}, A.data(), 2, x.data(), 1, 0, y.data(), 1), 0);
    EXPECT_EQ(y, (V{{3, 16}, {-3, 7}}));
    EXPECT_EQ(hg_zhemv('L', 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1), 0);
    EXPECT_EQ(y, (V{{2, 4}, {0, 8}})) << "imaginary parts on the diagonal do not count";
    EXPECT_EQ(hg_zgerc(2, 1, 1, x.data(), 1, x.data(), 1, y.data(), 2), 0);
    EXPECT_EQ(y, (V{{7, 4}, {2, 9}}));
    EXPECT_EQ(hg_zher('U', 1, -1, x.data(), 1, A.data(), 1), 0);
    EXPECT_EQ(A[0], C64(-4, 0));
    EXPECT_EQ(hg_zdscal(2, -2, x.data(), 1), 0);
    EXPECT_EQ(x, (V{{-2, -4}, {0, -2}}));
    std::vector<C32> z{{1, 2}};
    EXPECT_EQ(fortran(hg_csscal_)(1, 3.0F, z.data(), 1), 0);
    EXPECT_EQ(z[0], C32(3, 6));
}

TEST_F(VectorFace, CallsOfFortran) {
    expect_moves<double>(fortran(hg_dcopy_), fortran(hg_dswap_), fortran(hg_dscal_), fortran(hg_daxpy_),
                         fortran(hg_drot_));
    expect_moves<float>(fortran(hg_scopy_), fortran(hg_sswap_), fortran(hg_sscal_), fortran(hg_saxpy_),
                        fortran(hg_srot_));
    expect_sums<double>(fortran(hg_ddot_), fortran(hg_dnrm2_), fortran(hg_dasum_));
    expect_sums<float>(fortran(hg_sdot_), fortran(hg_snrm2_), fortran(hg_sasum_));
    expect_place<double, int>(fortran(hg_idamax_), 1);
    expect_place<float, int>(fortran(hg_isamax_), 1);
    expect_place<double, std::int64_t>(hg_idamax_int64, 1);
    expect_place<float, std::int64_t>(hg_isamax_int64, 1);
    expect_products<double>(fortran(hg_dgemv_), fortran(hg_dsymv_), fortran(hg_dtrmv_), fortran(hg_dtrsv_));
    expect_products<float>(fortran(hg_sgemv_), fortran(hg_ssymv_), fortran(hg_strmv_), fortran(hg_strsv_));
    expect_updates<double>(fortran(hg_dger_), fortran(hg_dsyr_), fortran(hg_dsyr2_));
    expect_updates<float>(fortran(hg_sger_), fortran(hg_ssyr_), fortran(hg_ssyr2_));
}

}  // namespace
}  // namespace hg
