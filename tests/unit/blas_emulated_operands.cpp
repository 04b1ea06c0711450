#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/gemm_registers.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

using kernels::Database;
using test::GemmSample;

/// Products on registers that a test has filled.
class EmulatedOperands : public testing::Test {
  protected:
    static constexpr std::int64_t kOrder = 192;

    [[nodiscard]] EmulatedGemm emulated() const {
        return {Database::shipped(),
                machine_.target().devices[0],
                ElementType::f64,
                Op::none,
                Op::none,
                kOrder,
                kOrder,
                kOrder};
    }

    /// append(builder, A, B, C) on registers of three matrices.
    template <class Append>
    Program program(const Append& append) {
        return test::program_in_registers(machine_.target(), sample(1), true, append);
    }
    static GemmSample<double> sample(unsigned seed, double alpha = 1, double beta = 0) {
        return {.m = kOrder, .n = kOrder, .k = kOrder, .alpha = alpha, .beta = beta, .seed = seed};
    }

    Machine machine_{test::test_options()};
};

TEST_F(EmulatedOperands, AreMadeResiduesOnceForAllTheirLines) {
    const EmulatedGemm product = emulated();
    const Program few = program([&](ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) {
        product.append(builder, 1.0, A, B, 1.0, C);
        // Rows from a block of residues on, and columns.
        product.append(builder, 1.0, builder.window(A, 64, 0, 100, kOrder),
                       builder.window(B, 0, 128, kOrder, 64), 1.0, builder.window(C, 64, 128, 100, 64));
    });
    EXPECT_EQ(test::launches_of(few, "emulated_residues"), 2u);
}

TEST_F(EmulatedOperands, AreMadeResiduesAgainIfTheyDoNotServe) {
    const EmulatedGemm product = emulated();
    const Program many = program([&](ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) {
        product.append(builder, 1.0, A, B, 0.0, C);
        // Other elements along k, rows within a block, and rows that were written.
        product.append(builder, 1.0, builder.window(A, 0, 0, kOrder, 64), builder.window(B, 0, 0, 64, kOrder),
                       0.0, C);
        product.append(builder, 1.0, builder.window(A, 16, 0, 64, kOrder), B, 0.0,
                       builder.window(C, 16, 0, 64, kOrder));
        product.append(builder, 1.0, C, B, 0.0, A);
        product.append(builder, 1.0, A, B, 0.0, C);
    });
    EXPECT_EQ(test::launches_of(many, "emulated_residues"), 2u + 2u + 1u + 1u + 1u);
}

TEST_F(EmulatedOperands, GiveWindowsTheSameBits) {
    const GemmSample<double> s = sample(21);
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const auto with = [&](bool whole) {
        const EmulatedGemm product = emulated();
        const Program made = program([&](ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) {
            if (whole) product.append(builder, 1.0, A, B, 0.0, C);
            for (const std::int64_t row : {0, 64, 128})
                product.append(builder, 1.0, builder.window(A, row, 0, 64, kOrder), B, 0.0,
                               builder.window(C, row, 0, 64, kOrder));
        });
        return test::run_in_registers(machine_, made, a, b, c);
    };
    const auto parts = with(false);
    ASSERT_TRUE(gemm_is_right(s, a, b, c, parts));
    EXPECT_EQ(with(true).data, parts.data);
}

TEST_F(EmulatedOperands, MakeOneTriangle) {
    const GemmSample<double> s = sample(22, 2, 1);
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const auto got_of = [&](const EmulatedGemm& product) {
        const Program made = program([&](ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) {
            product.append(builder, 2.0, A, B, 1.0, C);
        });
        return test::run_in_registers(machine_, made, a, b, c);
    };
    const auto full = got_of(emulated());
    for (const auto triangle : {kernels::GemmTriangle::c_lower, kernels::GemmTriangle::c_upper}) {
        const auto got = got_of(emulated().triangular(triangle));
        for (std::int64_t j = 0; j < kOrder; ++j)
            for (std::int64_t i = 0; i < kOrder; ++i) {
                const bool wanted = triangle == kernels::GemmTriangle::c_lower ? i >= j : i <= j;
                ASSERT_EQ(got(i, j), (wanted ? full : c)(i, j)) << i << " " << j;
            }
    }
}

TEST_F(EmulatedOperands, LeaveCAloneAfterAFailure) {
    const GemmSample<double> s = sample(23, 1, 1);
    auto a = s.make_a();
    const auto b = s.make_b(), c = s.make_c();
    const Program made = program([&](ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) {
        const RegisterId failure = builder.reg(0, ElementType::i32, 1, 1);
        builder.load(failure, {builder.matrix("info", ElementType::i32, 1, 1), 0, 0, 1, 1});
        emulated().append_unless_failed(builder, failure, 1.0, A, B, 1.0, C);
    });
    for (const double element : {1.0, std::numeric_limits<double>::quiet_NaN()})
        for (std::int32_t info : {0, 7}) {
            a.data[5] = element;
            const auto got =
                test::run_in_registers(machine_, made, a, b, c, Bindings{}.matrix("info", &info, 1));
            if (info != 0)
                EXPECT_EQ(got.data, c.data);
            else if (std::isnan(element))
                EXPECT_TRUE(std::isnan(got.data[5]));
            else
                EXPECT_TRUE(gemm_is_right(s, a, b, c, got));
        }
}

TEST_F(EmulatedOperands, TakeTheArithmeticThatIsWanted) {
    for (const Arithmetic arithmetic : kArithmetics) {
        const RegisterProduct product(Database::shipped(), machine_.target().devices[0], ElementType::f64,
                                      arithmetic, Op::none, Op::none, kOrder, kOrder, kOrder);
        const Program made = program([&](ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) {
            product.append(builder, 1.0, A, B, 0.0, C);
        });
        // No device of these tests has integer matrix units.
        EXPECT_EQ(test::launches_of(made, "emulated_product"), arithmetic == Arithmetic::emulated ? 1u : 0u);
    }
}

}  // namespace
}  // namespace hg
