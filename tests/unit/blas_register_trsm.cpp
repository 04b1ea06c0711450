#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "blas/register_trsm.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/program/verify.hpp"
#include "support/trsm_samples.hpp"

namespace hg {
namespace {

using test::Matrix;
using test::TrsmSample;

/// The solution of a sample with all of A and B in registers, and how far the inverse was trusted.
template <class T>
struct Solved {
    Matrix<T> x;
    std::array<std::int32_t, 2> trusted;
};

template <class T>
Solved<T> solve_on_registers(Machine& machine, const TrsmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b,
                             bool refine) {
    constexpr ElementType type = element_type_of<T>();
    ProgramBuilder builder(machine.target());
    const ParameterId pa = builder.matrix("A", type, a.rows, a.cols);
    const ParameterId pb = builder.matrix("B", type, b.rows, b.cols);
    const ParameterId pt = builder.matrix("trusted", ElementType::i32, 2, 1);
    const RegisterId ra = builder.reg(0, type, a.rows, a.cols, a.rows + 3);
    const RegisterId rb = builder.reg(0, type, b.rows, b.cols, b.rows + 1);
    builder.load(ra, {pa, 0, 0, a.rows, a.cols});
    builder.load(rb, {pb, 0, 0, b.rows, b.cols});
    const InvertedTriangle inverted = invert(builder, s.uplo, s.diag, ra);
    solve(builder, s.side, s.op, inverted, rb, refine, kernels::Database::shipped());
    builder.store({pb, 0, 0, b.rows, b.cols}, rb);
    builder.store({pt, 0, 0, 2, 1}, inverted.trusted);
    const Program program = std::move(builder).finish();
    verify(program);
    Solved<T> result{b, {-1, -1}};
    machine.run(program, Bindings{}
                             .matrix("A", a.data.data(), a.ld)
                             .matrix("B", result.x.data.data(), result.x.ld)
                             .matrix("trusted", result.trusted.data(), 2));
    return result;
}

class RegisterTrsmTest : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }
    static std::unique_ptr<Machine> machine_;
};

std::unique_ptr<Machine> RegisterTrsmTest::machine_;

TEST_F(RegisterTrsmTest, AllCasesAreSolved) {
    unsigned seed = 0;
    for (const auto& which : test::all_trsm_cases()) {
        TrsmSample<double> s{which};
        s.m = s.side == Side::left ? 150 : 37;
        s.n = s.side == Side::left ? 37 : 150;
        s.seed = ++seed;
        const auto a = s.make_a();
        const auto b = s.make_b();
        const auto solved = solve_on_registers(*machine_, s, a, b, true);
        EXPECT_EQ(solved.trusted[0], 2) << s.text();
        EXPECT_TRUE(trsm_is_right(s, a, b, solved.x));
    }
}

}  // namespace
}  // namespace hg
