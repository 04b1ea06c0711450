#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "support/gemm_calls.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using kernels::Database;
using test::GemmSample;

/// Products on registers that a test has filled.
class EmulatedOperands : public testing::Test {
  protected:
    static constexpr std::int64_t kOrder = 192;

    RegisterId loaded(ProgramBuilder& builder, const char* name) {
        const RegisterId reg = builder.reg(0, ElementType::f64, kOrder, kOrder);
        builder.load(reg, {builder.matrix(name, ElementType::f64, kOrder, kOrder), 0, 0, kOrder, kOrder});
        return reg;
    }

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

    static std::size_t count(const Program& program, const std::string& name) {
        return static_cast<std::size_t>(
            std::count_if(program.commands().begin(), program.commands().end(), [&](const Command& command) {
                return command.operation == Operation::exec &&
                       program.instructions()[command.subject]->name.starts_with(name);
            }));
    }

    /// C after a program that has A, B and C as its first matrices.
    template <class Matrix>
    Matrix run(const Program& program, const Matrix& a, const Matrix& b, const Matrix& c) {
        Matrix got = c;
        machine_.run(program, Bindings{}
                                  .matrix("A", a.data.data(), a.ld)
                                  .matrix("B", b.data.data(), b.ld)
                                  .matrix("C", got.data.data(), got.ld));
        return got;
    }

    Machine machine_{test::test_options()};
};

TEST_F(EmulatedOperands, AreMadeResiduesOnceForAllTheirLines) {
    ProgramBuilder builder(machine_.target());
    const RegisterId A = loaded(builder, "A"), B = loaded(builder, "B"), C = loaded(builder, "C");
    const EmulatedGemm product = emulated();
    product.append(builder, 1.0, A, B, 1.0, C);
    // Rows from a block of residues on, and columns.
    product.append(builder, 1.0, builder.window(A, 64, 0, 100, kOrder), builder.window(B, 0, 128, kOrder, 64),
                   1.0, builder.window(C, 64, 128, 100, 64));
    const Program few = std::move(builder).finish();
    verify(few);
    EXPECT_EQ(count(few, "emulated_residues"), 2u);
}

TEST_F(EmulatedOperands, AreMadeResiduesAgainIfTheyDoNotServe) {
    ProgramBuilder builder(machine_.target());
    const RegisterId A = loaded(builder, "A"), B = loaded(builder, "B"), C = loaded(builder, "C");
    const EmulatedGemm product = emulated();
    product.append(builder, 1.0, A, B, 0.0, C);
    // Other elements along k, rows within a block, and rows that were written.
    product.append(builder, 1.0, builder.window(A, 0, 0, kOrder, 64), builder.window(B, 0, 0, 64, kOrder),
                   0.0, C);
    product.append(builder, 1.0, builder.window(A, 16, 0, 64, kOrder), B, 0.0,
                   builder.window(C, 16, 0, 64, kOrder));
    product.append(builder, 1.0, C, B, 0.0, A);
    product.append(builder, 1.0, A, B, 0.0, C);
    const Program many = std::move(builder).finish();
    verify(many);
    EXPECT_EQ(count(many, "emulated_residues"), 2u + 2u + 1u + 1u + 1u);
}

TEST_F(EmulatedOperands, GiveWindowsTheSameBits) {
    const GemmSample<double> s{.m = kOrder, .n = kOrder, .k = kOrder, .alpha = 1, .beta = 0, .seed = 21};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const auto with = [&](bool whole) {
        ProgramBuilder builder(machine_.target());
        const RegisterId A = loaded(builder, "A"), B = loaded(builder, "B"), C = loaded(builder, "C");
        const EmulatedGemm product = emulated();
        if (whole) product.append(builder, 1.0, A, B, 0.0, C);
        for (const std::int64_t row : {0, 64, 128})
            product.append(builder, 1.0, builder.window(A, row, 0, 64, kOrder), B, 0.0,
                           builder.window(C, row, 0, 64, kOrder));
        builder.store({ParameterId{2}, 0, 0, kOrder, kOrder}, C);
        return run(std::move(builder).finish(), a, b, c);
    };
    const auto parts = with(false);
    ASSERT_TRUE(gemm_is_right(s, a, b, c, parts));
    EXPECT_EQ(with(true).data, parts.data);
}

TEST_F(EmulatedOperands, MakeOneTriangle) {
    const GemmSample<double> s{.m = kOrder, .n = kOrder, .k = kOrder, .alpha = 2, .beta = 1, .seed = 22};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const auto got_of = [&](const auto& append) {
        ProgramBuilder builder(machine_.target());
        const RegisterId A = loaded(builder, "A"), B = loaded(builder, "B"), C = loaded(builder, "C");
        append(builder, A, B, C);
        builder.store({ParameterId{2}, 0, 0, kOrder, kOrder}, C);
        return run(std::move(builder).finish(), a, b, c);
    };
    const auto full = got_of([&](ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) {
        emulated().append(builder, 2.0, A, B, 1.0, C);
    });
    for (const auto triangle : {kernels::GemmTriangle::c_lower, kernels::GemmTriangle::c_upper}) {
        const auto got = got_of([&](ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) {
            emulated().triangular(triangle).append(builder, 2.0, A, B, 1.0, C);
        });
        for (std::int64_t j = 0; j < kOrder; ++j)
            for (std::int64_t i = 0; i < kOrder; ++i) {
                const bool wanted = triangle == kernels::GemmTriangle::c_lower ? i >= j : i <= j;
                const auto at = static_cast<std::size_t>(i + j * got.ld);
                ASSERT_EQ(got.data[at], (wanted ? full : c).data[at]) << i << " " << j;
            }
    }
}

TEST_F(EmulatedOperands, LeaveCAloneAfterAFailure) {
    const GemmSample<double> s{.m = kOrder, .n = kOrder, .k = kOrder, .alpha = 1, .beta = 1, .seed = 23};
    auto a = s.make_a();
    const auto b = s.make_b(), c = s.make_c();
    for (const double element : {1.0, std::numeric_limits<double>::quiet_NaN()})
        for (std::int32_t info : {0, 7}) {
            a.data[5] = element;
            ProgramBuilder builder(machine_.target());
            const RegisterId A = loaded(builder, "A"), B = loaded(builder, "B"), C = loaded(builder, "C");
            const RegisterId failure = builder.reg(0, ElementType::i32, 1, 1);
            builder.load(failure, {builder.matrix("info", ElementType::i32, 1, 1), 0, 0, 1, 1});
            emulated().append_unless_failed(builder, failure, 1.0, A, B, 1.0, C);
            builder.store({ParameterId{2}, 0, 0, kOrder, kOrder}, C);
            auto got = c;
            machine_.run(std::move(builder).finish(), Bindings{}
                                                          .matrix("A", a.data.data(), a.ld)
                                                          .matrix("B", b.data.data(), b.ld)
                                                          .matrix("C", got.data.data(), got.ld)
                                                          .matrix("info", &info, 1));
            if (info != 0)
                EXPECT_EQ(got.data, c.data);
            else if (std::isnan(element))
                EXPECT_TRUE(std::isnan(got.data[5]));
            else
                EXPECT_TRUE(gemm_is_right(s, a, b, c, got));
        }
}

TEST_F(EmulatedOperands, TakeTheArithmeticThatIsWanted) {
    const DeviceModel& device = machine_.target().devices[0];
    for (const Arithmetic arithmetic : kArithmetics) {
        ProgramBuilder builder(machine_.target());
        const RegisterId A = loaded(builder, "A"), B = loaded(builder, "B"), C = loaded(builder, "C");
        RegisterProduct(Database::shipped(), device, ElementType::f64, arithmetic, Op::none, Op::none, kOrder,
                        kOrder, kOrder)
            .append(builder, 1.0, A, B, 0.0, C);
        // No device of these tests has integer matrix units.
        EXPECT_EQ(count(std::move(builder).finish(), "emulated_product"),
                  arithmetic == Arithmetic::emulated ? 1u : 0u);
    }
}

}  // namespace
}  // namespace hg
