#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "support/expected_error.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/shared_devices.hpp"
#include "support/trsm_samples.hpp"
#include <hg/blas/registers/trsm.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::Matrix;
using test::TrsmCase;
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

class RegisterTrsmTest : public test::MachineSuite<testing::Test> {};

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

TEST_F(RegisterTrsmTest, UnitLowerTrianglesOfSeveralBlocks) {
    for (const std::int64_t order : {std::int64_t{511}, std::int64_t{1100}}) {
        TrsmSample<double> s{
            TrsmCase{.side = Side::left, .uplo = Uplo::lower, .op = Op::none, .diag = Diag::unit}};
        s.m = order;
        s.n = 5;
        const auto a = s.make_a();
        const auto b = s.make_b();
        const auto solved = solve_on_registers(*machine_, s, a, b, true);
        EXPECT_GT(solved.trusted[0], 0) << s.text();
        EXPECT_TRUE(trsm_is_right(s, a, b, solved.x));
    }
}

/// Right-hand sides that make it hard: op(A) times small numbers, so that B is not much larger than X.
template <class T>
Matrix<T> hard_b(const TrsmSample<T>& s, const Matrix<T>& a) {
    const Matrix<T> full = test::op_of(s, a);
    const Matrix<T> x = s.make_b();
    Matrix<T> b = x;
    const bool left = s.side == Side::left;
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) {
            long double sum = 0;
            for (std::int64_t p = 0; p < s.order(); ++p)
                sum += static_cast<long double>(left ? full(i, p) : x(i, p)) * (left ? x(p, j) : full(p, j));
            b(i, j) = static_cast<T>(sum);
        }
    return b;
}

constexpr std::int64_t kOrder = 160;
constexpr std::int64_t kLines = 11;

template <class T>
TrsmSample<T> sample_of(const TrsmCase& which) {
    TrsmSample<T> s{which};
    s.m = s.side == Side::left ? kOrder : kLines;
    s.n = s.side == Side::left ? kLines : kOrder;
    s.seed = 5;
    return s;
}

/// A triangle of order kOrder by a function of the distance from its corner, transposed for an upper one.
template <class T, class Element>
Matrix<T> triangle(const TrsmSample<T>& s, Element element) {
    Matrix<T> a = s.make_a();
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = j; i < kOrder; ++i)
            (s.uplo == Uplo::lower ? a(i, j) : a(j, i)) = static_cast<T>(element(i, j));
    return a;
}

/// Checks that all cases of non-unit triangles have the trust expected, and backward errors like LAPACK's.
template <class T, class Element>
void check_triangles(Machine& machine, const std::string& what, std::int32_t trusted, Element element) {
    for (const TrsmCase& which : test::all_trsm_cases()) {
        if (which.diag == Diag::unit) continue;
        const TrsmSample<T> s = sample_of<T>(which);
        const Matrix<T> a = triangle(s, element);
        for (const Matrix<T>& b : {s.make_b(), hard_b(s, a)}) {
            const auto solved = solve_on_registers(machine, s, a, b, true);
            EXPECT_EQ(solved.trusted[0], trusted) << what << " " << s.text();
            EXPECT_TRUE(trsm_is_right(s, a, b, solved.x)) << what;
        }
    }
}

double some_number(std::int64_t i, std::int64_t j) {
    const auto hash = static_cast<std::uint32_t>(i * 7919 + j * 104729) * 2654435761u;
    return static_cast<double>(hash >> 8) / (1 << 23) - 1;
}

double well_conditioned(std::int64_t i, std::int64_t j) {
    return i == j ? 1 + some_number(i, j) / 4 : some_number(i, j) / kOrder;
}

double grade(std::int64_t i, double last) {
    return std::pow(last, static_cast<double>(i) / kOrder);
}

TEST_F(RegisterTrsmTest, GradedTrianglesAreTrusted) {
    check_triangles<double>(*machine_, "rows", 2,
                            [](auto i, auto j) { return grade(i, 1e-12) * well_conditioned(i, j); });
    check_triangles<double>(*machine_, "columns", 2,
                            [](auto i, auto j) { return grade(j, 1e9) * well_conditioned(i, j); });
    check_triangles<float>(*machine_, "both", 2, [](auto i, auto j) {
        return grade(i, 1e-6) * grade(j, 1e-5) * well_conditioned(i, j);
    });
}

/// Factors of random matrices by partial pivoting are like this: no element of a column is larger than that
/// on the diagonal.
TEST_F(RegisterTrsmTest, FactorsOfRandomMatricesAreRefined) {
    const auto element = [](auto i, auto j) { return i == j ? 1 : some_number(i, j) / 4; };
    check_triangles<double>(*machine_, "random", 1, element);
    check_triangles<float>(*machine_, "random", 1, element);
}

TEST_F(RegisterTrsmTest, TrianglesThatAreNearlySingularGoBySubstitution) {
    check_triangles<double>(*machine_, "Wilkinson", 0, [](auto i, auto j) { return i == j ? 1 : -1; });
    check_triangles<double>(*machine_, "random", 0, [](auto i, auto j) { return some_number(i, j); });
    check_triangles<float>(*machine_, "small diagonal", 0,
                           [](auto i, auto j) { return i == j && i == 70 ? 1e-9 : well_conditioned(i, j); });
}

TEST_F(RegisterTrsmTest, WithoutRefinementFactorsLoseLittle) {
    for (const TrsmCase& which : test::all_trsm_cases()) {
        if (which.diag == Diag::non_unit) continue;
        const TrsmSample<double> s = sample_of<double>(which);
        const Matrix<double> a = triangle(s, [](auto i, auto j) { return some_number(i, j) / 4; });
        const Matrix<double> b = hard_b(s, a);
        const auto solved = solve_on_registers(*machine_, s, a, b, false);
        EXPECT_EQ(solved.trusted[1], 2) << s.text();
        EXPECT_LE(test::backward_error(s, a, b, solved.x), 1000) << s.text();
    }
}

/// As by substitution, what does not depend on an element is not touched by it.
TEST_F(RegisterTrsmTest, NanAndInfSpreadAsBySubstitution) {
    for (const TrsmCase& which : test::all_trsm_cases()) {
        const TrsmSample<double> s = sample_of<double>(which);
        const Matrix<double> a = s.make_a();
        Matrix<double> b = s.make_b();
        const bool left = s.side == Side::left;
        const std::int64_t place = 90, nan_line = 2, inf_line = 5;
        (left ? b(place, nan_line) : b(nan_line, place)) = std::numeric_limits<double>::quiet_NaN();
        (left ? b(place, inf_line) : b(inf_line, place)) = std::numeric_limits<double>::infinity();
        const auto x = solve_on_registers(*machine_, s, a, b, true).x;
        const bool forward = (s.uplo == Uplo::lower) == (left == (s.op == Op::none));
        for (std::int64_t line = 0; line < kLines; ++line)
            for (std::int64_t i = 0; i < kOrder; ++i) {
                const bool before = forward ? i < place : i > place;
                const bool finite = before || (line != nan_line && line != inf_line);
                EXPECT_EQ(std::isfinite(left ? x(i, line) : x(line, i)), finite)
                    << s.text() << ": " << i << ", " << line;
            }
    }
}

using OptimisedRegisterTrsm = test::Optimised<RegisterTrsmTest>;

TEST_F(OptimisedRegisterTrsm, ZerosOnTheDiagonalGiveInfAndNan) {
    const TrsmSample<double> s = sample_of<double>({});
    Matrix<double> a = s.make_a();
    a(40, 40) = 0;
    const auto b = s.make_b();
    const auto solved = solve_on_registers(*machine_, s, a, b, true);
    EXPECT_EQ(solved.trusted[0], 0);
    for (std::int64_t j = 0; j < kLines; ++j)
        for (std::int64_t i = 0; i < kOrder; ++i)
            EXPECT_EQ(std::isfinite(solved.x(i, j)), i < 40) << i << ", " << j;
}

TEST_F(RegisterTrsmTest, SaysWhatDoesNotFit) {
    ProgramBuilder b(machine_->target());
    const auto expect = [](const char* says, const auto& call) {
        test::expect_error(ErrorCode::invalid_argument, {says}, call);
    };
    const RegisterId wide = b.reg(0, ElementType::f64, 30, 20);
    const RegisterId square = b.reg(0, ElementType::f64, 30, 30);
    expect("30 x 20, not square", [&] { invert(b, Uplo::lower, Diag::unit, wide); });
    const InvertedTriangle inverted = invert(b, Uplo::lower, Diag::unit, square);
    const auto expect_of_solve = [&](const char* says, Side side, RegisterId B) {
        expect(says, [&] { solve(b, side, Op::none, inverted, B, true, kernels::Database::shipped()); });
    };
    expect_of_solve("the triangle is 30 x 30 and B 30 x 20", Side::right, wide);
    expect_of_solve("different types", Side::left, b.reg(0, ElementType::f32, 30, 20));
    expect_of_solve("different devices", Side::left, b.reg(1, ElementType::f64, 30, 20));
}

}  // namespace
}  // namespace hg
