#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "kernels/gemm/gemm_space.hpp"
#include "support/kernel_runs.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/shared_devices.hpp"

namespace hg::kernels {
namespace {

using test::GemmSample;
using test::Matrix;

/// What a machine with the test's devices cannot run is skipped with the reason.
class KernelNumerics : public test::MachineSuite<testing::TestWithParam<GemmFamily>> {
  protected:
    static GemmParameters kernel(ElementType type = ElementType::f64) {
        return test::quick_kernel(*machine_, GetParam(), type);
    }
    static std::string what_is_missing(const GemmParameters& p) {
        return test::what_is_missing(*machine_, p);
    }

    /// Random sizes, scalars and gaps; the same for every kernel.
    template <class T>
    static GemmSample<T> any_sample(std::mt19937& random, std::int64_t largest) {
        const auto extent = [&] { return 1 + static_cast<std::int64_t>(random()) % largest; };
        GemmSample<T> s{.m = extent(), .n = extent(), .k = extent()};
        s.alpha = std::array{T{1}, T{-1.25}, T{0.375}}[random() % 3];
        s.beta = std::array{T{1}, T{0.75}, T{-0.625}}[random() % 3];
        s.gap = static_cast<std::int64_t>(random() % 4);
        s.seed = static_cast<unsigned>(random());
        return s;
    }

    template <class T>
    static void any_size_is_right(GemmParameters p, std::int64_t largest) {
        std::mt19937 random(7);
        for (Op op_a : {Op::none, Op::trans})
            for (Op op_b : {Op::none, Op::trans})
                for (int repeat = 0; repeat < 5; ++repeat) {
                    GemmSample<T> s = any_sample<T>(random, repeat == 0 ? 8 : largest);
                    s.op_a = op_a;
                    s.op_b = op_b;
                    p.overwrite = repeat == 4 && op_a != op_b;
                    if (p.overwrite) s.beta = 0;
                    EXPECT_TRUE(kernel_is_right(*machine_, p, s));
                }
    }
};

TEST_P(KernelNumerics, RunsOnTheDevicesAskedFor) {
    EXPECT_EQ(machine_->device(0).is_host, test::on_host());
}

using OptimisedNumerics = test::Optimised<KernelNumerics>;

TEST_P(OptimisedNumerics, AnySizeF64) {
    const GemmParameters p = kernel();
    if (const std::string missing = what_is_missing(p); !missing.empty())
        GTEST_SKIP() << name(p) << ": " << missing;
    any_size_is_right<double>(p, 150);
}

TEST_P(KernelNumerics, AnySizeF32) {
    const GemmParameters p = kernel(ElementType::f32);
    if (const std::string missing = what_is_missing(p); !missing.empty())
        GTEST_SKIP() << name(p) << ": " << missing;
    any_size_is_right<float>(p, 150);
}

/// Kernels of the family's search space, drawn at random, on one product that has edges everywhere.
TEST_P(KernelNumerics, AnyBlockingOfTheSpaceGivesTheSame) {
    const DeviceModel device = machine_->target().devices[0];
    const GemmParameters problem{.transpose_b = true};
    const auto candidates = gemm_candidates(GetParam(), problem, device.traits, true, true);
    if (candidates.empty())
        GTEST_SKIP() << name(GetParam()) << ": no kernel of its space runs on " << device.name;
    GemmSample<double> s{
        .op_b = Op::trans, .m = 150, .n = 139, .k = 83, .alpha = 0.7, .beta = -1.5, .gap = 1};
    const auto a = s.make_a();
    const auto b = s.make_b();
    const auto c = s.make_c();
    const auto expected = run_kernel(*machine_, candidates.front(), s, a, b, c);
    EXPECT_TRUE(gemm_is_right(s, a, b, c, expected)) << name(candidates.front());
    std::mt19937 random(11);
    for (int repeat = 0; repeat < 3; ++repeat) {
        const GemmParameters& p = candidates[random() % candidates.size()];
        EXPECT_EQ(run_kernel(*machine_, p, s, a, b, c).data, expected.data) << name(p);
    }
}

/// Each share of k, one of them empty, then their sum.
TEST_P(KernelNumerics, SplitSumsOverK) {
    GemmParameters p = kernel();
    p.split_k = 3;
    if (const std::string missing = what_is_missing(p); !missing.empty())
        GTEST_SKIP() << name(p) << ": " << missing;
    for (const std::int64_t k : {1, 20, 133}) {
        GemmSample<double> s{
            .op_a = Op::trans, .m = 45, .n = 38, .k = k, .alpha = -0.5, .beta = 1.25, .gap = 2};
        EXPECT_TRUE(kernel_is_right(*machine_, p, s));
        s.op_a = Op::none;
        s.op_b = Op::trans;
        EXPECT_TRUE(kernel_is_right(*machine_, p, s));
    }
}

/// NaN and Inf reach the elements that they enter by the definition, and no others.
TEST_P(KernelNumerics, NanAndInfSpreadAsDefined) {
    const GemmParameters p = kernel();
    if (const std::string missing = what_is_missing(p); !missing.empty())
        GTEST_SKIP() << name(p) << ": " << missing;
    const GemmSample<double> s{.m = 37, .n = 29, .k = 21, .alpha = 2, .beta = 1};
    auto a = s.make_a();
    auto b = s.make_b();
    auto c = s.make_c();
    a(3, 20) = std::numeric_limits<double>::quiet_NaN();
    b(0, 28) = std::numeric_limits<double>::infinity();
    c(36, 5) = std::numeric_limits<double>::quiet_NaN();
    const auto got = run_kernel(*machine_, p, s, a, b, c);
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) {
            EXPECT_EQ(std::isnan(got(i, j)), i == 3 || (i == 36 && j == 5)) << i << ", " << j;
            EXPECT_EQ(std::isinf(got(i, j)), i != 3 && j == 28) << i << ", " << j;
        }
}

TEST_P(KernelNumerics, OverwriteNeverReadsC) {
    GemmParameters p = kernel();
    p.overwrite = true;
    if (const std::string missing = what_is_missing(p); !missing.empty())
        GTEST_SKIP() << name(p) << ": " << missing;
    for (const int split_k : {1, 2}) {
        p.split_k = split_k;
        const GemmSample<double> s{.m = 33, .n = 17, .k = 40, .alpha = -1};
        const auto a = s.make_a();
        const auto b = s.make_b();
        auto c = s.make_c();
        for (std::int64_t j = 0; j < s.n; ++j)
            for (std::int64_t i = 0; i < s.m; ++i) c(i, j) = std::numeric_limits<double>::quiet_NaN();
        GemmParameters reads_c = p;
        reads_c.overwrite = false;
        const auto got = run_kernel(*machine_, p, s, a, b, c);
        EXPECT_TRUE(gemm_is_right(s, a, b, s.make_c(), got)) << name(p);
        if (split_k == 1) {
            const auto poisoned = run_kernel(*machine_, reads_c, s, a, b, c);
            EXPECT_TRUE(test::on_host() || std::isnan(poisoned(0, 0))) << "the other instruction does read C";
        }
    }
}

std::string family_of(const testing::TestParamInfo<GemmFamily>& family) {
    return std::string(name(family.param));
}
INSTANTIATE_TEST_SUITE_P(Families, KernelNumerics, testing::ValuesIn(gemm_families()), family_of);
INSTANTIATE_TEST_SUITE_P(Families, OptimisedNumerics, testing::ValuesIn(gemm_families()), family_of);

TEST(KernelSums, PartsAreAddedInOrder) {
    Machine machine(test::test_options());
    constexpr int kParts = 4;
    // 1e16 + 1 + 1 - 1e16 tells the order by its rounding.
    const std::array<double, kParts> values{1e16, 1, 1, -1e16};
    for (const bool overwrite : {false, true}) {
        ProgramBuilder builder(machine.target());
        Matrix<double> w(Layout::col_major, 5, 3 * kParts, 0, 1);
        for (int part = 0; part < kParts; ++part)
            for (std::int64_t i = 0; i < 15; ++i)
                w.data[static_cast<std::size_t>(15 * part + i)] = values[static_cast<std::size_t>(part)];
        Matrix<double> c(Layout::col_major, 5, 3, 2, 2);
        if (overwrite) c(1, 1) = std::numeric_limits<double>::quiet_NaN();
        const ParameterId pw = builder.matrix("W", ElementType::f64, w.rows, w.cols);
        const ParameterId pc = builder.matrix("C", ElementType::f64, c.rows, c.cols);
        const RegisterId rw = builder.reg(0, ElementType::f64, w.rows, w.cols, w.rows + 1);
        const RegisterId rc = builder.reg(0, ElementType::f64, c.rows, c.cols, c.rows + 4);
        builder.load(rw, {pw, 0, 0, w.rows, w.cols});
        if (!overwrite) builder.load(rc, {pc, 0, 0, c.rows, c.cols});
        builder.exec(gemm_sum(ElementType::f64, kParts, overwrite), {rw, rc}, {3.0, 2.0});
        builder.store({pc, 0, 0, c.rows, c.cols}, rc);
        auto got = c;
        machine.run(std::move(builder).finish(),
                    Bindings{}.matrix("W", w.data.data(), w.ld).matrix("C", got.data.data(), got.ld));
        EXPECT_TRUE(got.gaps_untouched());
        const double sum = 1e16 + 1 + 1 - 1e16;
        for (std::int64_t j = 0; j < c.cols; ++j)
            for (std::int64_t i = 0; i < c.rows; ++i)
                EXPECT_EQ(got(i, j), overwrite ? 3 * sum : std::fma(2, c(i, j), 3 * sum));
    }
}

}  // namespace
}  // namespace hg::kernels
