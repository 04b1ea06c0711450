// Level 2 of BLAS on registers, against the rules of the calls that they are.
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/problems.hpp"
#include "support/register_problem.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>

namespace hg {
namespace {

using test::gap_of;
using test::Given;
using test::other;
using test::RegisterForm;
using test::RegisterProblem;
using Number = std::complex<double>;

constexpr std::array kForms{RegisterForm{1, 1, 0, 0, 1.0, 0.0}, RegisterForm{2, -1, 16, 19, -0.75, 0.5, true},
                            RegisterForm{-1, 3, 0, 7, Number(2, -1), 0.0},
                            RegisterForm{-3, -2, 16, 32, 1.5, -1.0},
                            RegisterForm{1, -2, 16, 20, Number(3, -1), Number(-4, -2), true}};

/// What the call is that multiplies by op(A) of a register A, or of its conjugate: an operation alone, or
/// another one on the same memory by rows.
void set_op(Given& given, Op op, bool conjugated) {
    given.op = op;
    if (!conjugated) return;
    if (op != Op::none) {
        given.op = op == Op::trans ? Op::conj_trans : Op::trans;
        return;
    }
    given.op = Op::conj_trans;
    given.layout = Layout::row_major;
    std::swap(given.m, given.n);
    given.uplo = other(given.uplo);
}

/// Operations with which A is meant, or its conjugate if elements are complex.
std::vector<std::pair<Op, bool>> ops_of(ElementType type) {
    if (!is_complex(type)) return {{Op::none, false}, {Op::trans, false}};
    return {{Op::none, false}, {Op::trans, false}, {Op::conj_trans, false},
            {Op::none, true},  {Op::trans, true},  {Op::conj_trans, true}};
}

class Registers : public testing::TestWithParam<ElementType> {
  protected:
    /// True of complex elements.
    static bool is_complex_type() { return is_complex(GetParam()); }
    /// Fewer kernels stand for all where compilers take long.
    static bool takes_all() { return test::on_host() || GetParam() == ElementType::f64; }

    static void expect_gemv(Op op, bool conjugated, std::int64_t m, std::int64_t n, const RegisterForm& form,
                            const std::optional<kernels::GemvBlocking>& blocking) {
        Given given = form.given();
        given.m = m;
        given.n = n;
        set_op(given, op, conjugated);
        RegisterProblem p("gemv", GetParam(), given);
        const RegisterId A = p.matrix("A", m, n, form.above);
        const RegisterId x = p.vector("x", op == Op::none ? n : m, form.incx);
        const RegisterId y = p.vector("y", op == Op::none ? m : n, form.incy);
        gemv(p.builder, op, p.coefficient(form.alpha, form.on_device), A, x,
             p.coefficient(form.beta, form.on_device), y,
             {.x_reversed = form.incx < 0,
              .y_reversed = form.incy < 0,
              .blocking = blocking,
              .conjugated = conjugated});
        EXPECT_TRUE(p.is_right()) << static_cast<char>(op) << conjugated;
    }

    /// act(p, A, x, given) on a triangle A of order n: x := op(A) x, or its inverse.
    template <class Act>
    static void expect_triangle(std::string_view routine, const Given& triangle, bool conjugated,
                                const RegisterForm& form, const Act& act) {
        Given given = form.given();
        given.uplo = triangle.uplo;
        given.diag = triangle.diag;
        given.m = given.n = triangle.n;
        set_op(given, triangle.op, conjugated);
        RegisterProblem p(routine, GetParam(), given);
        const RegisterId A = p.matrix("A", triangle.n, triangle.n, form.above);
        act(p.builder, A, p.vector("x", triangle.n, form.incx));
        EXPECT_TRUE(p.is_right()) << static_cast<char>(triangle.op) << conjugated;
    }
    /// act(triangle, conjugated) for all triangles of order n.
    template <class Act>
    static void for_each_triangle(std::int64_t n, const Act& act) {
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const auto& [op, conjugated] : ops_of(GetParam()))
                for (const Diag diag : {Diag::non_unit, Diag::unit})
                    act(Given{.uplo = uplo, .op = op, .diag = diag, .n = n}, conjugated);
    }
    static void expect_trmv(const Given& triangle, bool conjugated, const RegisterForm& form,
                            const std::optional<kernels::GemvBlocking>& blocking) {
        expect_triangle(
            "trmv", triangle, conjugated, form, [&](ProgramBuilder& b, RegisterId A, RegisterId x) {
                trmv(b, triangle.uplo, triangle.op, triangle.diag, A, x,
                     {.x_reversed = form.incx < 0, .blocking = blocking, .conjugated = conjugated});
            });
    }
    static void expect_trsv(const Given& triangle, bool conjugated, const RegisterForm& form,
                            const std::optional<kernels::TrsvBlocking>& blocking) {
        expect_triangle(
            "trsv", triangle, conjugated, form, [&](ProgramBuilder& b, RegisterId A, RegisterId x) {
                trsv(b, triangle.uplo, triangle.op, triangle.diag, A, x,
                     {.x_reversed = form.incx < 0, .blocking = blocking, .conjugated = conjugated});
            });
    }
};

/// A few items, so that blocks have edges at small sizes.
kernels::GemvBlocking small_gemv(ElementType type, bool transpose, int split) {
    kernels::GemvBlocking blocking{
        .row_items = 8, .column_items = transpose ? 2 : 4, .unroll = 2, .split = split};
    (transpose ? blocking.columns : blocking.rows) = 2;
    if (is_complex(type)) return blocking;
    blocking.row_items = 4;
    blocking.vector = 2;
    return blocking;
}

TEST_P(Registers, Gemv) {
    std::vector<std::pair<std::int64_t, std::int64_t>> shapes{{131, 70}};
    if (is_complex_type()) shapes = {{45, 37}};
    if (takes_all())
        shapes.insert(shapes.end(), {{1, 37}, {37, 1}, {5, 3}, {64, 64}, {63, 65}, {1003, 20}, {20, 1003}});
    std::size_t form = 0;
    for (const auto& [m, n] : shapes) {
        for (const auto& [op, conjugated] : ops_of(GetParam()))
            for (const int split : {1, 3})
                expect_gemv(op, conjugated, m, n, kForms[form++ % kForms.size()],
                            small_gemv(GetParam(), op != Op::none, split));
        ++form;  // other forms for the same op and split
    }
}

TEST_P(Registers, Trmv) {
    std::vector<std::int64_t> orders{17, 64, 93};
    if (is_complex_type()) orders = {43};
    if (takes_all()) orders.insert(orders.end(), {1, 2, 131, 200});
    std::size_t form = 0;
    for (const std::int64_t n : orders)
        for_each_triangle(n, [&](const Given& triangle, bool conjugated) {
            expect_trmv(triangle, conjugated, kForms[form++ % kForms.size()],
                        small_gemv(GetParam(), triangle.op != Op::none, n > 100 || n == 43 ? 2 : 1));
        });
}

/// Long parts of sums and of vectors, and sums that several work-groups share.
TEST_P(Registers, ProductsWithTheDefaultBlocking) {
    if (!takes_all()) return;
    for (const auto& [op, conjugated] : ops_of(GetParam())) {
        expect_gemv(op, conjugated, 700, 300, kForms[1], {});
        expect_gemv(op, conjugated, 1, 3000, kForms[2], {});
        expect_trmv({.uplo = Uplo::upper, .op = op, .n = 601}, conjugated, kForms[0], {});
    }
}

/// Fewer rows than a piece has by default.
TEST_P(Registers, GemvOfFewRows) {
    if (GetParam() != ElementType::f32) return;
    for (const Op op : {Op::none, Op::trans})
        expect_gemv(op, false, 3, 20, kForms[0],
                    kernels::GemvBlocking{.row_items = 2, .column_items = 2, .unroll = 1});
}

TEST_P(Registers, Trsv) {
    // Small blocks and few work-groups, so that each has several rows of blocks; as on CPUs; and one as on
    // GPUs.
    const kernels::TrsvBlocking small{
        .block = 16, .inner = 4, .vector = 2, .items = 16, .ahead = 2, .groups = 3};
    const kernels::TrsvBlocking alone{
        .block = 16, .inner = 4, .vector = 2, .items = 1, .ahead = 0, .groups = 3};
    const kernels::TrsvBlocking many{.block = 16, .vector = 1, .items = 64, .ahead = 0, .groups = 3};
    std::size_t form = 0;
    const auto expect_all = [&](std::int64_t n, const kernels::TrsvBlocking& blocking) {
        for_each_triangle(n, [&](const Given& triangle, bool conjugated) {
            if (takes_all() || is_complex_type() || triangle.op == Op::none)  // compilers take long
                expect_trsv(triangle, conjugated, kForms[form++ % kForms.size()], blocking);
        });
    };
    if (is_complex_type()) {
        kernels::TrsvBlocking one = many;
        one.items = 1;
        for (const kernels::TrsvBlocking& blocking : {one, many}) expect_all(75, blocking);
        return;
    }
    for (const std::int64_t n : {1, 13, 16, 19, 64, 171, 203}) expect_all(n, small);
    if (needs_f64(GetParam())) expect_all(171, alone);
}

TEST_P(Registers, TrsvWithTheDefaultBlocking) {
    if (is_complex_type() && !test::on_host()) return;
    const test::PoclOptimiser optimiser;
    for (const Op op : {Op::none, Op::conj_trans})
        for (const std::int64_t n : {40, 500}) {
            expect_trsv({.uplo = Uplo::lower, .op = op, .n = n}, false, kForms[0], {});
            expect_trsv({.uplo = Uplo::upper, .op = op, .diag = Diag::unit, .n = n}, false, kForms[2], {});
        }
}

TEST_P(Registers, Symv) {
    if (is_complex_type()) return;
    const bool single = GetParam() == ElementType::f32;
    using Blocking = std::optional<kernels::SymvBlocking>;
    // With the blocking of the device, and with smaller tiles, alone or above each other, whose patches are
    // loaded ahead or not.
    std::vector<Blocking> blockings{Blocking{}};
    if (single)
        blockings = {kernels::SymvBlocking{2, 16, 1, 3, 4, 4, 1, 4},
                     kernels::SymvBlocking{4, 16, 4, 8, 4, 4, 0, 4}};
    for (const Blocking& blocking : blockings)
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const std::int64_t n : {1, 5, 32, 33, 300})
                for (const RegisterForm& form : {RegisterForm{1, 1, 16, gap_of(n, true), 0.75, 0.0},
                                                 RegisterForm{-1, 2, 16, gap_of(n, true), 0.75, -0.5},
                                                 RegisterForm{3, -1, 16, gap_of(n, false), 0.75, 1.5},
                                                 RegisterForm{1, 1, 16, gap_of(n, true), 3, -0.75, true}}) {
                    if (single && uplo == Uplo::lower && !test::on_host()) continue;  // compilers take long
                    RegisterProblem p("symv", GetParam(), test::hermitian(form, uplo, n, false));
                    const RegisterId A = p.matrix("A", n, n, form.above);
                    const RegisterId x = p.vector("x", n, form.incx), y = p.vector("y", n, form.incy);
                    symv(p.builder, uplo, p.coefficient(form.alpha, form.on_device), A, x,
                         p.coefficient(form.beta, form.on_device), y,
                         {.x_reversed = form.incx < 0, .y_reversed = form.incy < 0, .blocking = blocking});
                    EXPECT_TRUE(p.is_right());
                }
}

TEST_P(Registers, Hemv) {
    if (!is_complex_type()) return;
    const std::int64_t n = 51;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const bool conjugated : {false, true})
            for (const RegisterForm& form : {RegisterForm{3, -1, 0, 0, Number(-2, -1), 0.0},
                                             RegisterForm{-1, 1, 0, 3, 0.5, Number(1, -2)}}) {
                RegisterProblem p("hemv", GetParam(), test::hermitian(form, uplo, n, conjugated));
                const RegisterId A = p.matrix("A", n, n, 0);
                const RegisterId x = p.vector("x", n, form.incx), y = p.vector("y", n, form.incy);
                hemv(p.builder, uplo, p.coefficient(form.alpha, form.on_device), A, x,
                     p.coefficient(form.beta, form.on_device), y,
                     {.x_reversed = form.incx < 0, .y_reversed = form.incy < 0, .conjugated = conjugated});
                EXPECT_TRUE(p.is_right());
            }
}

INSTANTIATE_TEST_SUITE_P(All, Registers, testing::ValuesIn(test::all_types()),
                         [](const auto& type) { return std::string(name(type.param)); });

}  // namespace
}  // namespace hg
