// Products and solves with triangles by programs, and products with what is no number: each type of elements,
// judged by the rules of tools/workload/rule/routines. blas_level3.cpp has the calls.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "blas/level3/triangle/trmm_builder.hpp"
#include "support/faulty_session.hpp"
#include "support/gemm_calls.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/problems.hpp"
#include "support/shared_devices.hpp"
#include "support/trsm_calls.hpp"
#include <hg/blas/trmm.hpp>
#include <hg/blas/trmm_program.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::all_trsm_cases;
using test::data_of;
using test::is_right;
using test::Problem;
using test::TrsmCase;
using test::works;
using Number = std::complex<double>;

class Triangles : public test::SessionSuite<testing::TestWithParam<ElementType>> {
  protected:
    /// With a triangle of order `order` and so many columns, or rows. Transposes of complex matrices are
    /// adjoints.
    static std::unique_ptr<Problem> make(const char* routine, const TrsmCase& which, std::int64_t order,
                                         std::int64_t vectors, Number alpha = -1.25) {
        const bool left = which.side == Side::left;
        return test::make_problem(routine, GetParam(),
                                  {.side = which.side,
                                   .uplo = which.uplo,
                                   .op = op_of(which),
                                   .diag = which.diag,
                                   .m = left ? order : vectors,
                                   .n = left ? vectors : order,
                                   .alpha = alpha,
                                   .gap = vectors % 4,
                                   .seed = static_cast<std::uint64_t>(order + vectors)});
    }
    static Op op_of(const TrsmCase& which) { return which.op == Op::none ? Op::none : Op::conj_trans; }

    /// The description of a program.
    template <class Described>
    static Described described(const TrsmCase& which, std::int64_t order, std::int64_t vectors) {
        const bool left = which.side == Side::left;
        return {.type = GetParam(),
                .side = which.side,
                .uplo = which.uplo,
                .op = op_of(which),
                .diag = which.diag,
                .m = left ? order : vectors,
                .n = left ? vectors : order};
    }
    static Program program_of(const TrmmProblem& problem, const Target& target, std::int64_t block,
                              std::int64_t strip) {
        return trmm_program(problem, test::plan_of(problem, target, block, strip), target,
                            kernels::Database::shipped());
    }
    static Program program_of(const TrsmProblem& problem, const Target& target, std::int64_t block,
                              std::int64_t strip) {
        return trsm_program(problem, test::plan_of(problem, target, block, strip), target,
                            kernels::Database::shipped());
    }
    static void run(const Program& program, Problem& problem, Number alpha = -1.25) {
        problem.restore();
        test::with_elements(GetParam(), [&]<class T>() {
            session_->machine().run(program, Bindings{}
                                                 .matrix("A", data_of<T>(problem, "A"), problem.ld("A"))
                                                 .matrix("B", data_of<T>(problem, "B"), problem.ld("B"))
                                                 .scalar("alpha", test::element_from<T>(alpha)));
        });
    }
    static Target first_devices(std::size_t count) { return test::first_devices(session_->machine(), count); }

    /// Several blocks and strips, the last ones smaller, on one device and on three.
    template <class Described>
    static void check_devices(const char* routine) {
        for (const TrsmCase& which : all_trsm_cases()) {
            const auto problem = make(routine, which, 300, 211);
            const auto bits = [&](std::size_t devices, std::int64_t strip) {
                const Program program =
                    program_of(described<Described>(which, 300, 211), first_devices(devices), 128, strip);
                verify(program);
                run(program, *problem);
                return problem->result_bits();
            };
            const auto one = bits(1, 211);
            EXPECT_TRUE(is_right(*problem));
            for (const auto& [devices, strip] : {std::pair(1U, 100), std::pair(2U, 211), std::pair(3U, 32)}) {
                if (devices > session_->machine().device_count()) continue;
                EXPECT_TRUE(bits(devices, strip) == one)
                    << problem->text() << " on " << devices << " devices";
            }
        }
    }
};

/// Few columns are solved for one by one, real ones by the kernels of level 2; several blocks, the last one
/// smaller.
TEST_P(Triangles, FewColumnsInSeveralBlocks) {
    for (const TrsmCase& which : all_trsm_cases())
        for (const std::int64_t vectors : {1, 5}) {
            if (which.side != Side::left) continue;
            const auto problem = make("trsm", which, 300, vectors);
            const Program program =
                program_of(described<TrsmProblem>(which, 300, vectors), first_devices(1), 128, vectors);
            EXPECT_EQ(print(program).find("trsv") == std::string::npos, is_complex(GetParam()))
                << problem->text();
            run(program, *problem);
            EXPECT_TRUE(is_right(*problem));
        }
}

/// Blocks are small, A comes again for each strip.
TEST_P(Triangles, LittleMemoryIsEnoughForProducts) {
    Session session(test::options_with_memory(size_of(GetParam()) << 18));
    for (const TrsmCase& which : all_trsm_cases())
        EXPECT_TRUE(works(session, *make("trmm", which, 400, 331)));
}

TEST_P(Triangles, AnyNumberOfDevicesGivesTheSameBits) {
    check_devices<TrmmProblem>("trmm");
    check_devices<TrsmProblem>("trsm");
}

TEST_P(Triangles, AlphaZeroReadsNeitherAnorB) {
    test::with_elements(GetParam(), [&]<class T>() {
        const auto problem = make("trmm", {}, 30, 20, 0);
        trmm<T>(*session_, Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, 30, 20, T{0},
                nullptr, 30, data_of<T>(*problem, "B"), problem->ld("B"));
        EXPECT_TRUE(std::isnan(problem->was("B", 3, 4).real()));
        for (std::int64_t j = 0; j < 20; ++j)
            for (std::int64_t i = 0; i < 30; ++i) ASSERT_EQ(problem->now("B", i, j), 0.0) << i << ", " << j;
        EXPECT_TRUE(is_right(*problem));
    });
}

using LargeTriangles = test::Optimised<Triangles>;

/// Large blocks begin with smaller ones.
TEST_P(LargeTriangles, AreDividedAtOneEnd) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        const Program program =
            program_of(described<TrmmProblem>({.uplo = uplo}, 1100, 9), first_devices(1), 1024, 9);
        std::vector<std::int64_t> heights;
        for (const CommandId id : program.queue({0, QueueKind::store}))
            if (program.command(id).operation == Operation::store) heights.push_back(program.tile(id).rows);
        EXPECT_EQ(heights, (std::vector<std::int64_t>{76, 512, 256, 256}));
        const auto problem = make("trmm", {.uplo = uplo}, 1100, 9);
        run(program, *problem);
        EXPECT_TRUE(is_right(*problem));
    }
}

/// The product of real numbers by its definition, sums over the triangle alone: elements that are numbers
/// within 3 eps sqrt(k + 2) of their terms' magnitudes, the others the right Inf or NaN.
testing::AssertionResult is_by_definition(const Problem& problem, const TrsmCase& which, std::int64_t m,
                                          std::int64_t n, double eps) {
    const bool left = which.side == Side::left;
    const std::int64_t order = left ? m : n;
    const auto factor = [&](std::int64_t i, std::int64_t j) {
        return which.diag == Diag::unit && i == j ? 1.0L
                                                  : static_cast<long double>(problem.was("A", i, j).real());
    };
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            long double sum = 0, size = 0;
            for (std::int64_t p = 0; p < order; ++p) {
                const bool plain = (which.op == Op::none) == left;
                const std::int64_t line = left ? i : j, row = plain ? line : p, col = plain ? p : line;
                if (row != col && !problem.counts("A", row, col)) continue;
                const long double term =
                    -1.25L * factor(row, col) * problem.was("B", left ? p : i, left ? j : p).real();
                sum += term;
                size += std::fabs(term);
            }
            const long double now = problem.now("B", i, j).real();
            const bool right = std::isnan(sum) ? std::isnan(now)
                               : std::isinf(sum)
                                   ? now == sum
                                   : std::fabs(now - sum) <= 3 * eps * std::sqrt(order + 2.0L) * size;
            if (!right)
                return testing::AssertionFailure() << problem.text() << ": element " << i << ", " << j
                                                   << " is " << now << " instead of " << sum;
        }
    return testing::AssertionSuccess();
}

/// Each reaches what op(A) couples it with, and nothing else: neither through the zeros of the other triangle
/// nor through neighbours in a block.
TEST_P(Triangles, InfAndNanSpreadAsByDefinition) {
    if (is_complex(GetParam())) return;  // products of Inf there depend on how they are multiplied
    const double inf = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();
    const std::array odd{inf, nan, -inf};
    const double eps = needs_f64(GetParam()) ? std::numeric_limits<double>::epsilon()
                                             : static_cast<double>(std::numeric_limits<float>::epsilon());
    for (const TrsmCase& which : all_trsm_cases()) {
        const bool left = which.side == Side::left, lower = which.uplo == Uplo::lower;
        const std::int64_t m = left ? 90 : 75, n = left ? 75 : 90;
        const auto in_b = make("trmm", which, 90, 75), in_a = make("trmm", which, 90, 75);
        // One a column (a row), so that no two of them meet.
        for (std::int64_t line = 0; line < 75; line += 2)
            in_b->set("B", left ? line * 7 % 90 : line, left ? line : line * 7 % 90,
                      odd[static_cast<std::size_t>(line / 2 % 3)]);
        in_a->set("A", lower ? 40 : 9, lower ? 9 : 40, inf);
        in_a->set("A", lower ? 50 : 1, lower ? 1 : 50, nan);
        for (const auto* problem : {&in_a, &in_b}) {
            (*problem)->call(*session_);
            EXPECT_TRUE(is_by_definition(**problem, which, m, n, eps));
        }
    }
    EXPECT_EQ(session_->statistics().failed_runs, 0U);
}

// Kernels are those of blas_level3.cpp: on OpenCL one type serves.
INSTANTIATE_TEST_SUITE_P(All, Triangles,
                         testing::ValuesIn(test::on_host() ? test::all_types()
                                                           : std::vector{ElementType::f64}),
                         [](const auto& type) { return std::string(name(type.param)); });
INSTANTIATE_TEST_SUITE_P(F64, LargeTriangles, testing::Values(ElementType::f64));

}  // namespace
}  // namespace hg
