#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "host_blas/by_address.hpp"
#include "support/test_devices.hpp"
#include <hg/hg.h>

#define HG_TEST_ROUTINES(letter, T)                                                                     \
    void hg_##letter##symm_(const char*, const char*, const int*, const int*, const T*, const T*,       \
                            const int*, const T*, const int*, const T*, T*, const int*, int*);          \
    void hg_##letter##syrk_(const char*, const char*, const int*, const int*, const T*, const T*,       \
                            const int*, const T*, T*, const int*, int*);                                \
    void hg_##letter##syr2k_(const char*, const char*, const int*, const int*, const T*, const T*,      \
                             const int*, const T*, const int*, const T*, T*, const int*, int*);         \
    void hg_##letter##trmm_(const char*, const char*, const char*, const char*, const int*, const int*, \
                            const T*, const T*, const int*, T*, const int*, int*);

extern "C" {
HG_TEST_ROUTINES(d, double)
HG_TEST_ROUTINES(s, float)
}

namespace hg {
namespace {

/// symm, syrk, syr2k and trmm by the names of C and of Fortran. The process-wide session is made on the devices
/// of the tests.
class SymmetricFace : public testing::Test {
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

/// A function that returns at once as one that waits.
template <class F>
auto awaited(F* function) {
    return [function](auto... values) {
        hg_call* call = nullptr;
        const std::int64_t info = function(values..., &call);
        return info != 0 ? info : hg_wait(&call);
    };
}

/// NaN with bits of its own.
template <class T>
T marked() {
    if constexpr (sizeof(T) == sizeof(double))
        return std::bit_cast<double>(std::uint64_t{0x7ff8000000000123});
    else
        return std::bit_cast<float>(std::uint32_t{0x7fc00123});
}

/// Bit for bit.
template <class T>
void expect_same(const std::vector<T>& found, const std::vector<T>& wanted, const char* what) {
    using Bits = std::conditional_t<sizeof(T) == sizeof(double), std::uint64_t, std::uint32_t>;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        EXPECT_EQ(std::bit_cast<Bits>(found[i]), std::bit_cast<Bits>(wanted[i]))
            << what << ": element " << i << " is " << found[i] << ", not " << wanted[i];
}

template <class T, class Symm, class Syrk, class Syr2k, class Trmm>
void expect_results(const Symm& symm, const Syrk& syrk, const Syr2k& syr2k, const Trmm& trmm) {
    const T x = marked<T>(), one = 1, two = 2, minus = -1, zero = 0;
    const std::vector<T> a{1, 2}, b{3, 4};
    std::vector<T> C{1, 1, x, 1};
    EXPECT_EQ(syrk('l', 'N', 2, 1, two, a.data(), 2, minus, C.data(), 2), 0);
    expect_same<T>(C, {1, 3, x, 7}, "syrk, lower");
    C = {x, x, 5, x};
    EXPECT_EQ(syrk('L', 't', 2, 1, one, a.data(), 1, zero, C.data(), 2), 0);
    expect_same<T>(C, {1, 2, 5, 4}, "syrk, beta = 0");
    C = {1, x, 1, 1};
    EXPECT_EQ(syr2k('U', 'C', 2, 1, one, a.data(), 1, b.data(), 1, one, C.data(), 2), 0);
    expect_same<T>(C, {7, x, 11, 17}, "syr2k, upper");
    C = {1, 1, x, 1};
    EXPECT_EQ(syr2k('L', 'n', 2, 1, one, a.data(), 2, b.data(), 2, two, C.data(), 2), 0);
    expect_same<T>(C, {8, 12, x, 18}, "syr2k, lower");

    const std::vector<T> symmetric{1, x, 2, 5}, triangle{2, 3, x, 4}, unit{x, 3, x, x};
    std::vector<T> y{1, 1};
    EXPECT_EQ(symm('L', 'u', 2, 1, two, symmetric.data(), 2, a.data(), 2, minus, y.data(), 2), 0);
    expect_same<T>(y, {9, 23}, "symm, left");
    y = {x, x};
    EXPECT_EQ(symm('r', 'U', 1, 2, one, symmetric.data(), 2, a.data(), 1, zero, y.data(), 1), 0);
    expect_same<T>(y, {5, 12}, "symm, right");
    y = a;
    EXPECT_EQ(trmm('L', 'l', 'N', 'n', 2, 1, one, triangle.data(), 2, y.data(), 2), 0);
    expect_same<T>(y, {2, 11}, "trmm");
    y = a;
    EXPECT_EQ(trmm('L', 'L', 'T', 'N', 2, 1, one, triangle.data(), 2, y.data(), 2), 0);
    expect_same<T>(y, {8, 8}, "trmm, transposed");
    y = a;
    EXPECT_EQ(trmm('R', 'L', 'N', 'U', 1, 2, two, unit.data(), 2, y.data(), 1), 0);
    expect_same<T>(y, {14, 4}, "trmm, unit diagonal");
}

/// Nothing is touched.
template <class T, class Symm, class Syrk, class Syr2k, class Trmm>
void expect_infos(const Symm& symm, const Syrk& syrk, const Syr2k& syr2k, const Trmm& trmm) {
    const std::vector<T> before{1, 2, 3, 4};
    std::vector<T> A = before;
    T* const a = A.data();
    const T one = 1;
    EXPECT_EQ(symm('N', 'L', 2, 2, one, a, 2, a, 2, one, a, 2), -1);
    EXPECT_EQ(symm('L', 'N', 2, 2, one, a, 2, a, 2, one, a, 2), -2);
    EXPECT_EQ(symm('L', 'L', -2, 2, one, a, 2, a, 2, one, a, 2), -3);
    EXPECT_EQ(symm('L', 'L', 2, -2, one, a, 2, a, 2, one, a, 2), -4);
    EXPECT_EQ(symm('R', 'L', 1, 2, one, a, 1, a, 2, one, a, 2), -7);
    EXPECT_EQ(symm('L', 'L', 2, 2, one, a, 2, a, 1, one, a, 2), -9);
    EXPECT_EQ(symm('L', 'L', 2, 2, one, a, 2, a, 2, one, a, 1), -12);
    EXPECT_EQ(syrk('N', 'N', 2, 2, one, a, 2, one, a, 2), -1);
    EXPECT_EQ(syrk('L', 'L', 2, 2, one, a, 2, one, a, 2), -2);
    EXPECT_EQ(syrk('L', 'N', -2, 2, one, a, 2, one, a, 2), -3);
    EXPECT_EQ(syrk('L', 'N', 2, -2, one, a, 2, one, a, 2), -4);
    EXPECT_EQ(syrk('L', 'T', 1, 2, one, a, 1, one, a, 2), -7);
    EXPECT_EQ(syrk('L', 'N', 2, 2, one, a, 2, one, a, 1), -10);
    EXPECT_EQ(syr2k('L', 'N', 2, 1, one, a, 1, a, 2, one, a, 2), -7);
    EXPECT_EQ(syr2k('L', 'T', 1, 2, one, a, 2, a, 1, one, a, 2), -9);
    EXPECT_EQ(syr2k('L', 'N', 2, 2, one, a, 2, a, 2, one, a, 1), -12);
    EXPECT_EQ(trmm('L', 'L', 'N', '?', 2, 2, one, a, 2, a, 2), -4);
    EXPECT_EQ(trmm('L', 'L', 'N', 'U', 2, -1, one, a, 2, a, 2), -6);
    EXPECT_EQ(trmm('R', 'L', 'N', 'U', 1, 2, one, a, 1, a, 2), -9);
    EXPECT_EQ(trmm('L', 'L', 'N', 'U', 2, 2, one, a, 2, a, 1), -11);
    EXPECT_EQ(A, before);
}

TEST_F(SymmetricFace, OfC) {
    expect_results<double>(hg_dsymm, hg_dsyrk, hg_dsyr2k, hg_dtrmm);
    expect_results<float>(hg_ssymm, hg_ssyrk, hg_ssyr2k, hg_strmm);
    expect_infos<double>(hg_dsymm, hg_dsyrk, hg_dsyr2k, hg_dtrmm);
    EXPECT_EQ(hg_dsyrk('L', 'N', 2, 2, 1, nullptr, 2, 1, nullptr, 1), -6);
    EXPECT_NE(std::string(hg_last_error()).find("(A) must not be null"), std::string::npos)
        << hg_last_error();
}

TEST_F(SymmetricFace, OfCThatReturnsAtOnce) {
    expect_results<double>(awaited(hg_dsymm_async), awaited(hg_dsyrk_async), awaited(hg_dsyr2k_async),
                           awaited(hg_dtrmm_async));
    expect_results<float>(awaited(hg_ssymm_async), awaited(hg_ssyrk_async), awaited(hg_ssyr2k_async),
                          awaited(hg_strmm_async));
}

TEST_F(SymmetricFace, OfFortran) {
    expect_results<double>(fortran(hg_dsymm_), fortran(hg_dsyrk_), fortran(hg_dsyr2k_), fortran(hg_dtrmm_));
    expect_results<float>(fortran(hg_ssymm_), fortran(hg_ssyrk_), fortran(hg_ssyr2k_), fortran(hg_strmm_));
    expect_infos<double>(fortran(hg_dsymm_), fortran(hg_dsyrk_), fortran(hg_dsyr2k_), fortran(hg_dtrmm_));
}

}  // namespace
}  // namespace hg
