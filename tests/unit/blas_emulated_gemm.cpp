#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "kernels/emulated/moduli.hpp"
#include "support/gemm_calls.hpp"
#include "support/gemm_registers.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/registers/product.hpp>
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

using kernels::Database;
using test::GemmSample;
using test::Matrix;

/// A program of one emulated product with all matrices in registers of device 0.
template <class T>
Program emulated_program(const Target& target, const GemmSample<T>& s, int moduli) {
    const double alpha = std::real(s.alpha), beta = std::real(s.beta);
    return test::program_in_registers(target, s, beta != 0, [&](auto& builder, auto a, auto b, auto c) {
        EmulatedGemm(Database::shipped(), target.devices[0], element_type_of<T>(), s.op_a, s.op_b, s.m, s.n,
                     s.k, moduli)
            .append(builder, alpha, a, b, beta, c);
    });
}

class EmulatedGemms : public testing::Test {
  protected:
    /// The new C by moduli many enough for the type, or as many as `moduli` says.
    template <class T>
    Matrix<T> run(const GemmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b, const Matrix<T>& c,
                  int moduli = 0) {
        return test::run_in_registers(machine_, emulated_program(machine_.target(), s, moduli), a, b, c);
    }

    template <class T>
    testing::AssertionResult is_right(const GemmSample<T>& s) {
        const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
        return gemm_is_right(s, a, b, c, run(s, a, b, c));
    }

    Machine machine_{test::test_options()};
};

template <class T>
std::vector<GemmSample<T>> samples() {
    std::vector<GemmSample<T>> all;
    unsigned seed = 0;
    for (const Op op_a : {Op::none, Op::trans})
        for (const Op op_b : {Op::none, Op::conj_trans})
            for (const T beta : {T{0}, T{1}, T{-0.5}})
                for (const T alpha : {T{0}, T{1.5}})
                    all.push_back({.op_a = op_a,
                                   .op_b = op_b,
                                   .m = 37,
                                   .n = 45,
                                   .k = 61,
                                   .alpha = alpha,
                                   .beta = beta,
                                   .gap = 1,
                                   .seed = ++seed});
    for (const std::int64_t size : {1, 2, 5})
        all.push_back({.m = size, .n = 6 - size, .k = size, .alpha = T{1}, .beta = T{1}, .seed = ++seed});
    return all;
}

TEST_F(EmulatedGemms, AreAsAccurateAsNativeOnes) {
    for (const auto& s : samples<double>()) ASSERT_TRUE(is_right(s));
    for (const auto& s : samples<float>()) ASSERT_TRUE(is_right(s));
}

TEST_F(EmulatedGemms, OfComplexMatricesTakeThreeProducts) {
    const Program program = emulated_program(
        machine_.target(),
        GemmSample<std::complex<double>>{.op_b = Op::conj_trans, .m = 30, .n = 70, .k = 20, .beta = 1}, 0);
    EXPECT_EQ(test::launches_of(program, "emulated_product"), 3u);
    EXPECT_EQ(test::launches_of(program, "emulated_residue"), 2u);
}

TEST_F(EmulatedGemms, MayHaveOneRegisterAsBothOperands) {
    const GemmSample<double> s{.m = 30, .n = 30, .k = 30, .seed = 4};
    const auto a = s.make_a(), c = s.make_c();
    const Program program = test::program_in_registers(
        machine_.target(), s, false, [&](auto& builder, auto square, auto, auto result) {
            EmulatedGemm(Database::shipped(), machine_.target().devices[0], ElementType::f64, Op::none,
                         Op::none, 30, 30, 30)
                .append(builder, 1.0, square, square, 0.0, result);
        });
    EXPECT_TRUE(gemm_is_right(s, a, a, c, test::run_in_registers(machine_, program, a, a, c)));
}

TEST_F(EmulatedGemms, AreExactForIntegers) {
    const GemmSample<double> s{.m = 33, .n = 29, .k = 70, .seed = 5};
    auto a = s.make_a(), b = s.make_b();
    const auto c = s.make_c();
    std::mt19937 random(7);
    for (double& x : a.data)
        x = static_cast<double>(static_cast<std::int64_t>(random() % 134217729) - 67108864);
    for (double& x : b.data) x = static_cast<double>(static_cast<std::int64_t>(random() % 1048577) - 524288);
    // Products that cancel to a small number.
    for (std::int64_t p = 0; p + 1 < s.k; p += 2) {
        a(0, p + 1) = -a(0, p);
        b(p + 1, 0) = b(p, 0);
    }
    a.data[0] += 1;
    const auto got = run(s, a, b, c);
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) {
            std::int64_t sum = 0;
            for (std::int64_t p = 0; p < s.k; ++p)
                sum += static_cast<std::int64_t>(a(i, p)) * static_cast<std::int64_t>(b(p, j));
            ASSERT_EQ(got(i, j), static_cast<double>(sum));
        }
}

TEST_F(EmulatedGemms, KeepTheirAccuracyIfRowsAndColumnsAreScaled) {
    const GemmSample<double> s{.m = 20, .n = 17, .k = 40, .seed = 9};
    auto a = s.make_a(), b = s.make_b();
    const auto c = s.make_c();
    const auto plain = run(s, a, b, c);
    const auto exponent = [](std::int64_t i) { return static_cast<int>(i % 7 - 3) * 140; };
    for (std::int64_t p = 0; p < s.k; ++p) {
        for (std::int64_t i = 0; i < s.m; ++i) a(i, p) = std::ldexp(a(i, p), exponent(i));
        for (std::int64_t j = 0; j < s.n; ++j) b(p, j) = std::ldexp(b(p, j), exponent(j + 3));
    }
    const auto scaled = run(s, a, b, c);
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i)
            ASSERT_EQ(scaled(i, j), std::ldexp(plain(i, j), exponent(i) + exponent(j + 3)));
}

TEST_F(EmulatedGemms, PassNaNAndInfinityOn) {
    for (const double beta : {0.0, 1.0}) {
        const GemmSample<double> s{.m = 9, .n = 8, .k = 12, .beta = beta, .seed = 3};
        auto a = s.make_a(), b = s.make_b();
        const auto c = s.make_c();
        a.data[2] = std::numeric_limits<double>::quiet_NaN();
        b(0, 4) = std::numeric_limits<double>::infinity();
        const auto got = run(s, a, b, c);
        for (std::int64_t j = 0; j < s.n; ++j)
            for (std::int64_t i = 0; i < s.m; ++i) {
                const double x = got(i, j);
                EXPECT_EQ(std::isnan(x), i == 2) << i << " " << j;
                EXPECT_EQ(std::isinf(x), j == 4 && i != 2) << i << " " << j;
            }
    }
}

TEST_F(EmulatedGemms, AreMoreAccurateWithMoreModuli) {
    const GemmSample<double> s{.m = 24, .n = 24, .k = 100, .seed = 11};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const auto best = run(s, a, b, c, kernels::kMostModuli);
    double before = std::numeric_limits<double>::infinity();
    for (const int moduli : {6, 10}) {
        const auto got = run(s, a, b, c, moduli);
        double error = 0;
        for (std::size_t e = 0; e < got.data.size(); ++e) {
            const double off = std::fabs(got.data[e] - best.data[e]);
            if (off > error || std::isnan(off)) error = off;
        }
        EXPECT_LT(error, before / 16) << moduli;
        before = error;
    }
}

/// With few moduli, sums of elements that are just above 1/2 and become 1 come near half of the moduli's
/// product.
TEST_F(EmulatedGemms, StayInRangeIfAllElementsAreRoundedUp) {
    if (!test::on_host()) GTEST_SKIP() << "products as deep take long there";
    for (const int moduli : {2, 3})
        for (const std::int64_t k : {31000, 40000, 131071})
            for (const double element : {1.01, 1.49, 1.99}) {
                const GemmSample<double> s{.m = 1, .n = 1, .k = k, .seed = 1};
                auto a = s.make_a(), b = s.make_b();
                std::fill(a.data.begin(), a.data.end(), element);
                std::fill(b.data.begin(), b.data.end(), element);
                const double got = run(s, a, b, s.make_c(), moduli).data[0];
                // Each element is doubled at most, or lost.
                EXPECT_GE(got, 0) << moduli << " moduli, k = " << k << ", " << element;
                EXPECT_LE(got, 4 * element * element * static_cast<double>(k));
            }
}

TEST_F(EmulatedGemms, AreSumsIfTheyAreDeep) {
    if (!test::on_host()) GTEST_SKIP() << "products as deep take long there";
    constexpr std::int64_t kDeep = 140'000;  // 2^17 and more: three parts
    for (const Op op : {Op::none, Op::trans}) {
        const GemmSample<double> s{
            .op_a = op, .op_b = op, .m = 3, .n = 2, .k = kDeep, .alpha = 2, .beta = -1, .seed = 31};
        const Program program = emulated_program(machine_.target(), s, 0);
        EXPECT_EQ(test::launches_of(program, "emulated_product"), 3u);
        ASSERT_TRUE(is_right(s));
    }
}

class EmulatedSessions : public testing::Test {
  protected:
    static MachineOptions options() {
        MachineOptions options = test::measuring_options();
        options.arithmetic = Arithmetic::emulated;
        return options;
    }

    Session session_{options()};
};

TEST_F(EmulatedSessions, MultiplyMatricesInHostMemory) {
    unsigned seed = 20;
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const double beta : {0.0, 2.0})
            ASSERT_TRUE(test::gemm_works<double>(session_, {.layout = layout,
                                                            .op_a = Op::trans,
                                                            .m = 37,
                                                            .n = 45,
                                                            .k = 61,
                                                            .alpha = 1.5,
                                                            .beta = beta,
                                                            .gap = 2,
                                                            .seed = ++seed}));
}

TEST_F(EmulatedSessions, DoWhatAScopeOfTheThreadSays) {
    EXPECT_EQ(session_.arithmetic(), Arithmetic::emulated);
    {
        const ArithmeticScope outer(Arithmetic::native);
        EXPECT_EQ(session_.arithmetic(), Arithmetic::native);
        {
            const ArithmeticScope inner(Arithmetic::automatic);
            EXPECT_EQ(session_.arithmetic(), Arithmetic::automatic);
            std::thread other([&] { EXPECT_EQ(session_.arithmetic(), Arithmetic::emulated); });
            other.join();
        }
        EXPECT_EQ(session_.arithmetic(), Arithmetic::native);
    }
    EXPECT_EQ(session_.arithmetic(), Arithmetic::emulated);
}

TEST_F(EmulatedSessions, KeepAScopeInSubmittedCalls) {
    const std::uint64_t built = session_.statistics().programs_built;
    std::vector<double> a(64 * 64, 1), c(64 * 64);
    const auto submit = [&] {
        return gemm_async<double>(session_, Layout::col_major, Op::none, Op::none, 64, 64, 64, 1, a.data(),
                                  64, a.data(), 64, 0, c.data(), 64);
    };
    submit().wait();
    Call native = [&] {
        const ArithmeticScope scope(Arithmetic::native);
        return submit();
    }();
    native.wait();
    // Each has a program of its own.
    EXPECT_EQ(session_.statistics().programs_built, built + 2);
    EXPECT_EQ(c, std::vector<double>(64 * 64, 64));
}

TEST_F(EmulatedSessions, TakeMatricesThatAreLargerThanTheDevice) {
    MachineOptions little = options();
    little.memory_limit = 400 << 10;
    Session session(little);
    ASSERT_TRUE(test::gemm_works<double>(session, {.m = 210, .n = 190, .k = 260, .beta = 1, .seed = 8}));
}

TEST_F(EmulatedSessions, HaveProgramsOfTheirOwn) {
    const GemmSample<double> s{.m = 37, .n = 45, .k = 61, .beta = 1, .seed = 2};
    GemmProblem problem = test::problem_of(s, 0);
    const std::string native = problem.key();
    problem.arithmetic = Arithmetic::emulated;
    EXPECT_NE(problem.key(), native);
}

TEST_F(EmulatedGemms, HaveTheSameBitsOnOneDeviceAndTwo) {
    if (machine_.device_count() < 2) GTEST_SKIP() << "needs two devices";
    const GemmSample<double> s{.m = 74, .n = 90, .k = 122, .alpha = 1.5, .beta = 1, .seed = 6};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    GemmProblem problem = test::problem_of(s, 48);
    problem.arithmetic = Arithmetic::emulated;
    const auto on = [&](std::size_t devices) {
        const Target target = test::first_devices(machine_, devices);
        return test::run_gemm(machine_, test::gemm_on_grid(problem, target, devices), s, a, b, c);
    };
    const auto one = on(1);
    ASSERT_TRUE(gemm_is_right(s, a, b, c, one));
    EXPECT_EQ(on(2).data, one.data);
}

TEST(Moduli, AreCoprime) {
    for (std::size_t i = 0; i < kernels::kModuli.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_EQ(std::gcd(kernels::kModuli[i], kernels::kModuli[j]), 1)
                << kernels::kModuli[i] << " " << kernels::kModuli[j];
}

TEST(Moduli, GiveNumbersOfTheirResidues) {
    constexpr int kMostExact = 15;
    for (int count = kernels::kLeastModuli; count <= kMostExact; ++count) {
        const kernels::ChineseRemainders remainders = kernels::chinese_remainders(count);
        const double half = remainders.modulus[0] / 2;
        for (const double x : {0.0, 1.0, -1.0, 127.0, -128.0, 12345.0, -9876543210.0, 4503599627370495.0}) {
            if (std::fabs(x) >= half) continue;
            std::vector<std::uint8_t> residues;
            for (int l = 0; l < count; ++l) {
                const double modulus = kernels::kModuli[static_cast<std::size_t>(l)];
                residues.push_back(static_cast<std::uint8_t>(x - modulus * std::floor(x / modulus)));
            }
            EXPECT_EQ(kernels::from_residues(remainders, residues.data(), 1), x) << count;
        }
    }
}

TEST(Moduli, AreAsManyAsTheTypeNeeds) {
    EXPECT_EQ(kernels::moduli_for(ElementType::f64), 14);
    EXPECT_EQ(kernels::moduli_for(ElementType::f32), 6);
    EXPECT_EQ(kernels::moduli_for(ElementType::c64), 14);
    EXPECT_EQ(kernels::moduli_for(ElementType::c32), 6);
}

}  // namespace
}  // namespace hg
