// Level 1 of BLAS and updates of rank one and two on registers, against the rules of the calls that they are.
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/problems.hpp"
#include "support/register_problem.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/vector.hpp>

namespace hg {
namespace {

using test::gap_of;
using test::Given;
using test::RegisterForm;
using test::RegisterProblem;

class RegisterUpdates : public testing::TestWithParam<ElementType> {
  protected:
    using Number = std::complex<double>;

    static bool is_complex_type() { return is_complex(GetParam()); }
    /// The type of norms and of sums of magnitudes.
    static ElementType real_type() { return needs_f64(GetParam()) ? ElementType::f64 : ElementType::f32; }

    /// With the blocking of the device, or for f32 with one like those of GPUs: compilers take long.
    static RankUpdateOptions options(const RegisterForm& form, bool conjugated = false) {
        RankUpdateOptions options{
            .x_reversed = form.incx < 0, .y_reversed = form.incy < 0, .conjugated = conjugated};
        if (GetParam() == ElementType::f32) options.blocking = kernels::RankUpdateBlocking{2, 16, 8, 2};
        if (is_complex_type()) options.blocking = kernels::RankUpdateBlocking{.items = 16, .columns = 8};
        return options;
    }

    /// act(p, x, y, options), with vectors as in `form`.
    using OnVectors = std::function<void(RegisterProblem&, RegisterId, RegisterId, const VectorOptions&)>;
    struct VectorRoutine {
        std::string_view name;
        OnVectors append;
        int vectors = 2;
    };

    /// On vectors of all lengths, beside each other and not.
    static void expect_vectors(const VectorRoutine& routine, const VectorOptions& options = {}) {
        for (const std::int64_t n : {1, 2, 3, 17, 1000, 100003})
            for (const bool reversed : {false, true})
                for (const auto& [inc_x, inc_y] : {std::pair{1, 1}, {3, 1}, {2, 3}}) {
                    if ((n >= 1000 && inc_x == 3) || (n > 1000 && is_complex_type())) continue;
                    if (reversed && routine.vectors == 1) continue;
                    const Given given{.n = n,
                                      .alpha = is_complex_type() ? Number(-0.75, 0.5) : Number(-0.75),
                                      .beta = 0.625,
                                      .incx = inc_x,
                                      .incy = reversed ? -inc_y : inc_y};
                    RegisterProblem p(routine.name, GetParam(), given);
                    const RegisterId x = p.vector("x", n, inc_x);
                    const RegisterId y = routine.vectors == 2 ? p.vector("y", n, inc_y) : x;
                    VectorOptions all = options;
                    all.reversed = reversed;
                    routine.append(p, x, y, all);
                    EXPECT_TRUE(p.is_right());
                    if (HasFailure()) return;
                }
    }
};

TEST_P(RegisterUpdates, ChangesOfVectors) {
    if (is_complex_type() && !test::on_host()) return;  // compilers take long
    const Number alpha = is_complex_type() ? Number(-0.75, 0.5) : Number(-0.75);
    std::vector<VectorRoutine> routines{
        {"copy", [](auto& p, auto x, auto y, auto& o) { copy(p.builder, x, y, o); }},
        {"swap", [](auto& p, auto x, auto y, auto& o) { swap(p.builder, x, y, o); }},
        {"scal", [&](auto& p, auto x, auto, auto& o) { scal(p.builder, p.coefficient(alpha), x, o); }, 1},
        {"axpy", [&](auto& p, auto x, auto y, auto& o) { axpy(p.builder, p.coefficient(alpha), x, y, o); }},
        {"rot", [](auto& p, auto x, auto y, auto& o) { rot(p.builder, x, y, -0.75, 0.625, o); }}};
    if (is_complex_type())
        routines.push_back(
            {"real_scal", [](auto& p, auto x, auto, auto& o) { real_scal(p.builder, -0.75, x, o); }, 1});
    for (const VectorRoutine& routine : routines) expect_vectors(routine);
}

TEST_P(RegisterUpdates, Sums) {
    if (is_complex_type() && !test::on_host()) return;
    VectorOptions options;
    // The blocking that suits the device; for f32 a smaller one, since compilers take long.
    if (GetParam() == ElementType::f32) options.blocking = kernels::VectorBlocking{4, 1, 16, 64};
    const VectorRoutine plain{is_complex_type() ? "dotu" : "dot", [](auto& p, auto x, auto y, auto& o) {
                                  dot(p.builder, x, y, p.result(GetParam()), o);
                              }};
    std::vector<VectorRoutine> routines{
        plain,
        {"nrm2", [](auto& p, auto x, auto, auto& o) { nrm2(p.builder, x, p.result(real_type()), o); }, 1},
        {"asum", [](auto& p, auto x, auto, auto& o) { asum(p.builder, x, p.result(real_type()), o); }, 1},
        {"iamax", [](auto& p, auto x, auto, auto& o) { iamax(p.builder, x, p.result(ElementType::i32), o); },
         1}};
    if (is_complex_type())
        routines.push_back({"dotc", [](auto& p, auto x, auto y, auto& o) {
                                dotc(p.builder, x, y, p.result(GetParam()), o);
                            }});
    for (const VectorRoutine& routine : routines) expect_vectors(routine, options);
}

/// The conjugate of a change is that with conjugated vectors and alpha.
TEST_P(RegisterUpdates, OfRectangles) {
    const auto expect = [](std::int64_t m, std::int64_t n, const RegisterForm& form, bool adjoint,
                           bool conjugated) {
        Given given = form.given();
        given.m = m;
        given.n = n;
        if (conjugated) given.alpha = std::conj(given.alpha);
        RegisterProblem p(!is_complex_type() ? "ger" : adjoint ? "gerc" : "geru", GetParam(), given);
        if (n > 5) p.problem->set("y", 5, 0, 0);
        const RegisterId A = p.matrix("A", m, n, form.above);
        const RegisterId x = p.vector("x", m, form.incx), y = p.vector("y", n, form.incy);
        const Coefficient alpha = p.coefficient(form.alpha, form.on_device);
        if (adjoint)
            gerc(p.builder, alpha, x, y, A, options(form, conjugated));
        else
            ger(p.builder, alpha, x, y, A, options(form, conjugated));
        p.run();
        for (const auto& [vector, count] : {std::pair{"x", m}, {"y", n}})
            for (std::int64_t i = 0; i < count && conjugated; ++i)
                p.problem->set(vector, i, 0, std::conj(p.problem->now(vector, i, 0)));
        EXPECT_TRUE(test::is_right(*p.problem)) << adjoint << conjugated;
    };
    if (is_complex_type()) {
        for (const bool adjoint : {false, true})
            for (const bool conjugated : {false, true})
                expect(41, 38, {1, -2, 0, 0, Number(-2, -1), 0}, adjoint, conjugated);
        return;
    }
    for (const auto& [m, n] : {std::pair{1, 1}, {3, 70}, {128, 64}, {300, 131}}) {
        expect(m, n, {1, 1, 16, gap_of(m, true), 0.75, 0}, false, false);
        expect(m, n, {-2, 1, 16, gap_of(m, true), 0.75, 0}, false, false);
        expect(m, n, {-1, -3, 16, gap_of(m, false), 0.75, 0}, false, false);
        expect(m, n, {1, 1, 16, gap_of(m, true), -8.5, 0, true}, false, false);
    }
}

TEST_P(RegisterUpdates, OfTriangles) {
    const auto expect = [](Uplo uplo, std::int64_t n, const RegisterForm& form, bool two, bool conjugated) {
        const std::string_view routine = is_complex_type() ? (two ? "her2" : "her") : two ? "syr2" : "syr";
        RegisterProblem p(routine, GetParam(), test::hermitian(form, uplo, n, conjugated));
        if (is_complex_type()) p.problem->set("x", 7, 0, 0);
        if (is_complex_type() && two) p.problem->set("y", 7, 0, 0);
        const RegisterId A = p.matrix("A", n, n, form.above), x = p.vector("x", n, form.incx);
        const Coefficient alpha = p.coefficient(form.alpha, form.on_device);
        const RegisterId y = two ? p.vector("y", n, form.incy) : x;
        const RankUpdateOptions all = options(form, conjugated);
        if (is_complex_type() && two)
            her2(p.builder, uplo, alpha, x, y, A, all);
        else if (is_complex_type())
            her(p.builder, uplo, alpha, x, A, all);
        else if (two)
            syr2(p.builder, uplo, alpha, x, y, A, all);
        else
            syr(p.builder, uplo, alpha, x, A, all);
        EXPECT_TRUE(p.is_right()) << routine;
    };
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const bool two : {false, true}) {
            if (is_complex_type()) {
                for (const bool conjugated : {false, true})
                    expect(uplo, 50, {1, 1, 0, 0, Number(-2, -1), 0}, two, conjugated);
                continue;
            }
            if (GetParam() == ElementType::f32 && !test::on_host() && (uplo == Uplo::upper) == two)
                continue;  // compilers take long
            for (const std::int64_t n : {1, 33, 256, 301}) {
                expect(uplo, n, {1, 1, 16, gap_of(n, true), 0.75, 0}, two, false);
                expect(uplo, n, {-3, 2, 16, gap_of(n, false), 0.75, 0, true}, two, false);
            }
        }
}

INSTANTIATE_TEST_SUITE_P(All, RegisterUpdates, testing::ValuesIn(test::all_types()),
                         [](const auto& type) { return std::string(name(type.param)); });

}  // namespace
}  // namespace hg
