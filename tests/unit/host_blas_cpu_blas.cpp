#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "host_blas/find_cpu_blas.hpp"
#include "host_blas/substitutes.hpp"

namespace hg {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(CpuBlas, IsWhatHgWasLinkedWith) {
    const CpuBlas blas = find_cpu_blas("");
    EXPECT_THAT(blas.library, HasSubstr("blas"));
    EXPECT_THAT(blas.fault, IsEmpty());
}

TEST(CpuBlas, IsFoundOnceForTheProcess) {
    EXPECT_EQ(&cpu_blas(), &cpu_blas());
    EXPECT_NE(cpu_blas().f64.gemm, nullptr);
}

TEST(CpuBlas, HasAllRoutines) {
    const auto expect_all = [](auto routines) {
        for_each_routine(
            routines, [](std::string_view symbol, auto* routine) { EXPECT_NE(routine, nullptr) << symbol; });
    };
    const CpuBlas blas = find_cpu_blas("none");
    EXPECT_THAT(blas.fault, IsEmpty());
    EXPECT_EQ(blas.library, find_cpu_blas("").library);
    expect_all(blas.f64);
    expect_all(blas.f32);
    expect_all(blas.c64);
    expect_all(blas.c32);
}

TEST(CpuBlas, TellsWhatIsWrongWithALibraryAndTakesAnother) {
    const CpuBlas missing = find_cpu_blas("/no/such/library.so");
    EXPECT_THAT(missing.fault, HasSubstr("/no/such/library.so"));
    EXPECT_THAT(missing.fault, HasSubstr(missing.library + " serves"));
    EXPECT_EQ(missing.f64.gemm, find_cpu_blas("").f64.gemm);
    EXPECT_THAT(find_cpu_blas("libm.so.6").fault, HasSubstr("libm.so.6 has neither dgemm_ nor dgetrf_"));
}

TEST(CpuBlas, TakesWhatAListOfLibrariesHas) {
    const std::filesystem::path folder = "/usr/lib/x86_64-linux-gnu/blas";
    if (!std::filesystem::exists(folder / "libblas.so.3"))
        GTEST_SKIP() << "Debian's libblas3 is not installed";
    const CpuBlas blas = find_cpu_blas(":/no/such.so:" + (folder / "libblas.so.3").string());
    EXPECT_EQ(std::filesystem::path(blas.library).parent_path(), folder);
    EXPECT_THAT(blas.fault, HasSubstr("/no/such.so"));
    EXPECT_NE(blas.f64.trsm, find_cpu_blas("").f64.trsm);
    EXPECT_EQ(blas.f64.getrf, find_cpu_blas("").f64.getrf) << "that library has no LAPACK";
}

TEST(CpuBlas, IsNeverALibraryBuiltOnHg) {
    const CpuBlas blas = find_cpu_blas(HG_TEST_BLAS_ABOVE_HG);
    EXPECT_THAT(blas.fault, HasSubstr("built on hg"));
    EXPECT_EQ(blas.f64.gemm, find_cpu_blas("").f64.gemm);
    EXPECT_TRUE(is_built_on_hg(reinterpret_cast<const void*>(&cpu_blas)));
    EXPECT_FALSE(is_built_on_hg(reinterpret_cast<const void*>(blas.f64.gemm)));
}

double sum_with_64_bits(const std::int64_t* n, const double* x, const std::int64_t*) {
    return *n > 0 ? std::fabs(*x) : 0;
}

double sum_with_32_bits(const std::int32_t* n, const double* x, const std::int32_t*) {
    return *n == 1 ? std::fabs(*x) : 0;
}

TEST(CpuBlas, KnowsTheWidthOfIntegers) {
    EXPECT_TRUE(has_64_bit_integers(reinterpret_cast<const void*>(&sum_with_64_bits)));
    EXPECT_FALSE(has_64_bit_integers(reinterpret_cast<const void*>(&sum_with_32_bits)));
}

using C64 = std::complex<double>;

C64 number_as_value(const int* n, const C64* x, const int*, const C64*, const int*) {
    return *n > 0 ? *x : 0;
}

void number_by_argument(C64* result, const int* n, const C64* x, const int*, const C64*, const int*) {
    *result = *n > 0 ? *x : 0;
}

TEST(CpuBlas, KnowsHowComplexNumbersAreReturned) {
    EXPECT_FALSE(returns_by_argument<C64>(reinterpret_cast<const void*>(&number_as_value)));
    EXPECT_TRUE(returns_by_argument<C64>(reinterpret_cast<const void*>(&number_by_argument)));
}

double sum_of_magnitudes(const int* n, const C64* x, const int*) {
    double sum = 0;
    for (int i = 0; i < *n; ++i) sum += std::fabs(x[i].real()) + std::fabs(x[i].imag());
    return sum;
}

double sum_without_the_last_sign(const int* n, const C64* x, const int* incx) {
    const int whole = *n / 16 * 16;
    double sum = sum_of_magnitudes(&whole, x, incx);
    for (int i = whole; i < *n; ++i) sum += x[i].real() + x[i].imag();
    return sum;
}

TEST(CpuBlas, IsNotTakenForSumsOfMagnitudesIfItLosesSigns) {
    EXPECT_TRUE(sums_magnitudes<C64>(reinterpret_cast<const void*>(&sum_of_magnitudes)));
    EXPECT_FALSE(sums_magnitudes<C64>(reinterpret_cast<const void*>(&sum_without_the_last_sign)));
    EXPECT_TRUE(
        sums_magnitudes<std::complex<float>>(reinterpret_cast<const void*>(find_cpu_blas("").c32.asum)));
}

TEST(CpuBlas, TakesItsOwnDotProductsOfComplexElements) {
    EXPECT_NE(find_cpu_blas("").c64.dotc, substitutes<C64>().dotc) << "they return numbers as values here";
}

}  // namespace
}  // namespace hg
