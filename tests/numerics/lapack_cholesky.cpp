// Cholesky's factorization, with solves: each type of elements, judged by the rules of
// tools/workload/rule/routines/cholesky.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <vector>

#include "lapack/cholesky/cholesky_builder.hpp"
#include "lapack/cholesky/potrf_call.hpp"
#include "lapack/solve/potrs_call.hpp"
#include "support/cholesky_workspace.hpp"
#include "support/device_problems.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/potrs.hpp>

namespace hg {
namespace {

using test::data_of;
using test::Given;
using test::is_right;
using test::Problem;
using test::with_elements;
using test::works;
using test::works_in_one_run;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr Uplo kTwoTriangles[]{Uplo::lower, Uplo::upper};

class Cholesky : public test::DeviceProblems {
  protected:
    static std::unique_ptr<Problem> potrf(Uplo uplo, std::int64_t n) {
        return make("potrf", {.uplo = uplo, .n = n, .gap = 3, .seed = static_cast<std::uint64_t>(n)});
    }
    /// The bytes of an element.
    static std::int64_t element_size() { return size_of(GetParam()); }
};
/// Of sizes that are parts of kernels.
class CholeskySizes : public Cholesky {};

TEST_P(CholeskySizes, AllSizes) {
    std::vector<std::int64_t> sizes{0, 1, 17, 64, 65, 129, 301};
    if (GetParam() == ElementType::f64) sizes = {0, 1, 17, 128, 129, 701};
    if (GetParam() == ElementType::f32) sizes = {33, 301};
    for (const Uplo uplo : kTwoTriangles)
        for (const std::int64_t n : sizes) EXPECT_TRUE(works_in_one_run(*session_, *potrf(uplo, n)));
}

/// Strips of several panels, whose halves are factored one after the other, and panels of several diagonal
/// blocks.
TEST_P(CholeskySizes, SeveralPanelsInAStrip) {
    EXPECT_TRUE(works_in_one_run(*session_, *potrf(is_double() ? Uplo::lower : Uplo::upper,
                                                   GetParam() == ElementType::c64 ? 530 : 1030)));
}

/// Products by integers. Kernels of them take OpenCL's compiler long.
TEST_P(Cholesky, ByIntegers) {
    if (!is_complex()) return;
    if (!test::on_host() && !is_double()) GTEST_SKIP() << "in double precision there";
    const ArithmeticScope scope(Arithmetic::emulated);
    for (const Uplo uplo : kTwoTriangles)
        if (test::on_host() || uplo == Uplo::upper) {
            EXPECT_TRUE(works_in_one_run(*session_, *potrf(uplo, 300)));
        }
}

TEST_P(Cholesky, NoScaleIsTooLargeOrTooSmall) {
    const double large = is_double() ? 1e300 : 1e35;
    for (const Uplo uplo : kTwoTriangles)
        for (const double factor : {large, 1 / large}) {
            const auto problem = potrf(uplo, 135);
            DeviceProblems::scale(*problem, 135, 135, factor / 135);
            EXPECT_TRUE(works_in_one_run(*session_, *problem));
        }
}

/// The pivot that fails stands in A, and what comes after it is no garbage.
TEST_P(Cholesky, InfoIsTheOrderOfTheFirstMinorThatFails) {
    constexpr std::int64_t n = 300;
    for (const Uplo uplo : kTwoTriangles)
        for (const std::int64_t at : {0, 63, 127, 128, 299})
            for (const double bad : {0.0, -3.0, kUnknown}) {
                const auto problem = potrf(uplo, n);
                problem->set("A", at, at, {bad, 1});
                const std::int64_t info = problem->call(*session_);
                EXPECT_EQ(info, at + 1);
                EXPECT_FALSE(problem->now("A", at, at).real() > 0);
                EXPECT_TRUE(is_right(*problem, info)) << at;
                for (std::int64_t j = at + 1; j < n; ++j)
                    EXPECT_TRUE(std::isfinite(problem->now("A", j, j).real())) << j;
            }
}

/// Strips behind the one that fails are A's: 128 columns each, for this order.
TEST_P(Cholesky, OnOneDeviceWhatComesAfterAFailureIsAsItWas) {
    if (GetParam() != ElementType::f64) return;
    Session session(test::first_test_devices(1));
    const auto problem = potrf(Uplo::lower, 400);
    problem->set("A", 130, 130, -1);
    EXPECT_EQ(problem->call(session), 131);
    for (std::int64_t j = 256; j < 400; ++j)
        for (std::int64_t i = j; i < 400; ++i)
            ASSERT_EQ(problem->now("A", i, j), problem->was("A", i, j)) << i << ", " << j;
}

/// One part of an element below the diagonal is enough.
TEST_P(Cholesky, NaNInEitherPartFailsWhereItIsReached) {
    for (const Uplo uplo : kTwoTriangles)
        for (const std::complex<double> bad : {std::complex(kUnknown, 0.0), std::complex(0.0, kUnknown)}) {
            if (!is_complex() && !std::isnan(bad.real())) continue;
            const auto problem = potrf(uplo, 300);
            problem->set("A", uplo == Uplo::lower ? 290 : 20, uplo == Uplo::lower ? 20 : 290, bad);
            EXPECT_EQ(problem->call(*session_), 291);
            const auto clean = potrf(uplo, 300);
            EXPECT_EQ(clean->call(*session_), 0);
            for (std::int64_t row = 0; row < 20; ++row)
                for (std::int64_t col = 0; col < 20; ++col)
                    if (problem->counts("A", row, col)) {
                        ASSERT_EQ(problem->now("A", row, col), clean->now("A", row, col)) << "not reached";
                    }
        }
}

TEST_P(Cholesky, MatricesLargerThanTheDevice) {
    if (GetParam() == ElementType::f32) return;  // no block_column of these sizes fits with its workspace
    const std::int64_t n = 700, block_column = element_size() * n * 128;
    const std::int64_t limit = 18 * block_column / 5;
    ASSERT_LT(limit, element_size() * n * (n + 1) / 2 + block_column) << "a triangle and a block_column";
    Session small = with_memory(limit);
    EXPECT_TRUE(works_in_one_run(small, *potrf(Uplo::lower, n)));
}

/// Factors by a program on the first `devices` of the machine, which simulation might have found too many.
/// Returns info.
template <class T>
std::int64_t factor_on(Machine& machine, std::size_t devices, std::size_t block_columns, Uplo uplo,
                       std::int64_t n, Problem& problem) {
    const CholeskyProblem cholesky{.type = element_type_of<T>(), .uplo = uplo, .n = n};
    CholeskyLayout layout = cholesky_layout(cholesky, machine.target());
    layout.devices.resize(devices);
    layout.block_columns_per_pass = std::min(block_columns, layout.block_columns());
    test::CholeskyWorkspace<T> workspace{std::vector<std::int32_t>(layout.block_columns(), -7)};
    Bindings bindings;
    bindings.matrix("A", data_of<T>(problem, "A"), problem.ld("A"));
    const Program program =
        cholesky_program(cholesky, layout, machine.target(), kernels::Database::shipped());
    workspace.bind(program, bindings);
    machine.run(program, bindings);
    return devices > 1 ? workspace.info.back() : 0;
}
std::int64_t factor_on(Machine& machine, std::size_t devices, std::size_t block_columns, Uplo uplo,
                       std::int64_t n, Problem& problem) {
    return with_elements(Cholesky::GetParam(), [&]<class T>() {
        return factor_on<T>(machine, devices, block_columns, uplo, n, problem);
    });
}

/// The same bits, however many devices share the block_columns and however many they hold at once.
TEST_P(Cholesky, DoesNotDependOnTheNumberOfDevices) {
    Machine& machine = session_->machine();
    constexpr std::int64_t n = 600;
    for (const Uplo uplo : kTwoTriangles) {
        const auto problem = potrf(uplo, n);
        factor_on(machine, 1, 5, uplo, n, *problem);
        EXPECT_TRUE(is_right(*problem));
        const auto expected = problem->result_bits();
        for (std::size_t devices = 1; devices <= machine.device_count(); ++devices)
            for (const std::size_t block_columns : {2U, 5U}) {
                problem->restore();
                factor_on(machine, devices, block_columns, uplo, n, *problem);
                ASSERT_EQ(problem->result_bits(), expected) << devices << " devices";
            }
    }
}

TEST_P(Cholesky, AllDevicesLearnOfAFailure) {
    Machine& machine = session_->machine();
    if (machine.device_count() < 2) GTEST_SKIP() << "there is one device";
    for (const std::int64_t at : {10, 200, 590}) {
        const auto problem = potrf(Uplo::lower, 600);
        problem->set("A", at, at, -1);
        EXPECT_EQ(factor_on(machine, machine.device_count(), 5, Uplo::lower, 600, *problem), at + 1);
        EXPECT_TRUE(is_right(*problem, at + 1));
        for (std::int64_t j = at + 1; j < 600; ++j)
            ASSERT_GT(problem->now("A", j, j).real(), 0) << "not the root of garbage";
    }
}

/// posv, and potrs with the factor that it leaves.
TEST_P(CholeskySizes, SolvesSystems) {
    std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{1, 1}, {150, 1}, {150, 40}, {90, 300}};
    if (GetParam() == ElementType::f64) sizes = {{1, 1}, {150, 40}};
    if (GetParam() == ElementType::f32) sizes = {{90, 3}};
    for (const Uplo uplo : kTwoTriangles)
        for (const auto& size : sizes) {
            const auto [n, nrhs] = size;
            const auto problem = make("posv", {.uplo = uplo, .n = n, .nrhs = nrhs, .gap = 2});
            EXPECT_TRUE(works(*session_, *problem));
            with_elements(GetParam(), [&]<class T>() {
                std::vector<T> x;
                for (std::int64_t j = 0; j < nrhs; ++j)
                    for (std::int64_t i = 0; i < n; ++i)
                        x.push_back(test::element_from<T>(problem->was("B", i, j)));
                potrs<T>(*session_, Layout::col_major, uplo, n, nrhs, data_of<T>(*problem, "A"),
                         problem->ld("A"), x.data(), n);
                for (std::int64_t j = 0; j < nrhs; ++j)
                    for (std::int64_t i = 0; i < n; ++i)
                        ASSERT_EQ(std::complex<double>(x[static_cast<std::size_t>(i + j * n)]),
                                  problem->now("B", i, j));
            });
        }
}

/// Several block columns, whose triangles are kept or come twice.
TEST_P(Cholesky, SolvesOfSeveralBlockColumns) {
    if (!is_complex()) return;  // real ones: lapack_substitution.cpp
    constexpr std::int64_t n = 300;
    for (const Uplo uplo : kTwoTriangles)
        for (const std::int64_t limit : {std::int64_t{1} << 30, element_size() * n * n * 4 / 5}) {
            MachineOptions options = test::test_options();
            options.memory_limit = limit;
            Session session(options);
            EXPECT_TRUE(works(session, *make("potrs", {.uplo = uplo, .n = n, .nrhs = 2})));
            EXPECT_EQ(session.statistics().runs, 1u) << "the devices must do it";
        }
}

TEST_P(Cholesky, SolvesNothingIfAIsNotDefinite) {
    const auto problem = make("posv", {.n = 50, .nrhs = 2});
    problem->set("A", 10, 10, -1);
    EXPECT_EQ(problem->call(*session_), 11);
    EXPECT_TRUE(is_right(*problem, 11)) << "B is as it was";
}

TEST_P(Cholesky, AsynchronousCallsKeepTheirOrder) {
    const auto problem = make("posv", {.uplo = Uplo::upper, .n = 120, .nrhs = 3});
    with_elements(GetParam(), [&]<class T>() {
        T* const A = data_of<T>(*problem, "A");
        const Call factoring =
            potrf_async<T>(*session_, Layout::col_major, Uplo::upper, 120, A, problem->ld("A"));
        const Call solving = potrs_async<T>(*session_, Layout::col_major, Uplo::upper, 120, 3, A,
                                            problem->ld("A"), data_of<T>(*problem, "B"), problem->ld("B"));
        EXPECT_EQ(solving.wait(), 0);
        EXPECT_EQ(factoring.wait(), 0);
    });
    EXPECT_TRUE(is_right(*problem));
}

/// The forms that hand calls to the CPU's LAPACK.
TEST_P(Cholesky, ByTheCpusLapack) {
    for (const Uplo uplo : kTwoTriangles) {
        const auto problem = make("posv", {.uplo = uplo, .n = 90, .nrhs = 3, .gap = 2});
        with_elements(GetParam(), [&]<class T>() {
            T* const A = data_of<T>(*problem, "A");
            const PotrfCall<T> factor{uplo, 90, A, problem->ld("A")};
            factor.on_cpu();
            EXPECT_EQ(factor.info(), 0);
            PotrsCall<T>{uplo, 90, 3, A, problem->ld("A"), data_of<T>(*problem, "B"), problem->ld("B")}
                .on_cpu();
            EXPECT_TRUE(is_right(*problem));
            problem->restore();
            problem->set("A", 40, 40, -1);
            factor.on_cpu();
            EXPECT_EQ(factor.info(), 41);
            EXPECT_TRUE(is_right(*problem, 41));
        });
    }
}

INSTANTIATE_TEST_SUITE_P(All, CholeskySizes, testing::ValuesIn(test::all_types()), test::name_of_type);
INSTANTIATE_TEST_SUITE_P(All, Cholesky, testing::ValuesIn(test::types_worth_compiling()), test::name_of_type);

}  // namespace
}  // namespace hg
