#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/cpu/by_address.hpp"
#include "support/test_devices.hpp"
#include <hg/hg.h>

#define HG_TEST_VECTORS(letter, T)                                                                           \
    void hg_##letter##copy_(const int*, const T*, const int*, T*, const int*, int*);                         \
    void hg_##letter##swap_(const int*, T*, const int*, T*, const int*, int*);                               \
    void hg_##letter##scal_(const int*, const T*, T*, const int*, int*);                                     \
    void hg_##letter##axpy_(const int*, const T*, const T*, const int*, T*, const int*, int*);               \
    void hg_##letter##rot_(const int*, T*, const int*, T*, const int*, const T*, const T*, int*);            \
    void hg_##letter##dot_(const int*, const T*, const int*, const T*, const int*, T*, int*);                \
    void hg_##letter##nrm2_(const int*, const T*, const int*, T*, int*);                                     \
    void hg_##letter##asum_(const int*, const T*, const int*, T*, int*);                                     \
    void hg_i##letter##amax_(const int*, const T*, const int*, int*, int*);                                  \
    std::int64_t hg_i##letter##amax_int64(std::int64_t, const T*, std::int64_t, std::int64_t*);              \
    void hg_##letter##gemv_(const char*, const int*, const int*, const T*, const T*, const int*, const T*,   \
                            const int*, const T*, T*, const int*, int*);                                     \
    void hg_##letter##ger_(const int*, const int*, const T*, const T*, const int*, const T*, const int*, T*, \
                           const int*, int*);                                                                \
    void hg_##letter##symv_(const char*, const int*, const T*, const T*, const int*, const T*, const int*,   \
                            const T*, T*, const int*, int*);                                                 \
    void hg_##letter##syr_(const char*, const int*, const T*, const T*, const int*, T*, const int*, int*);   \
    void hg_##letter##syr2_(const char*, const int*, const T*, const T*, const int*, const T*, const int*,   \
                            T*, const int*, int*);                                                           \
    void hg_##letter##trmv_(const char*, const char*, const char*, const int*, const T*, const int*, T*,     \
                            const int*, int*);                                                               \
    void hg_##letter##trsv_(const char*, const char*, const char*, const int*, const T*, const int*, T*,     \
                            const int*, int*);

extern "C" {
HG_TEST_VECTORS(d, double)
HG_TEST_VECTORS(s, float)
}

namespace hg {
namespace {

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
        function(kernels::address_of(values)..., &info);
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
    EXPECT_EQ(rot(1, x.data(), 1, y.data(), 1, T{2}, T{-1}), 0);
    EXPECT_EQ(x[0], -1);
    EXPECT_EQ(y[0], 32);
    EXPECT_EQ(axpy(3, T{2}, const_cast<const T*>(x.data()), 0, y.data(), 1), -4);
    EXPECT_NE(std::string(hg_last_error()).find("axpy: argument 4 (incx) must not be 0"), std::string::npos)
        << hg_last_error();
}

template <class T, class Dot, class Nrm2, class Asum>
void expect_sums(const Dot& dot, const Nrm2& nrm2, const Asum& asum) {
    const std::vector<T> x{3, -4, 0, 1};
    T result = 0;
    EXPECT_EQ(dot(3, x.data(), 1, x.data() + 1, 1, &result), 0);
    EXPECT_EQ(result, -12);
    EXPECT_EQ(nrm2(2, x.data(), 1, &result), 0);
    EXPECT_EQ(result, 5);
    EXPECT_EQ(asum(4, x.data(), 1, &result), 0);
    EXPECT_EQ(result, 8);
    EXPECT_EQ(asum(0, x.data(), 1, &result), 0);
    EXPECT_EQ(result, 0);
    EXPECT_EQ(asum(4, x.data(), 1, static_cast<T*>(nullptr)), -4) << "there is no place for the result";
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
    EXPECT_EQ(syr('L', 2, T{2}, u, 1, A.data(), 2), 0);
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
