// Solves in single precision with refinement: dsgesv, zcgesv, dsposv and zcposv, judged by their rules in
// tools/workload/rule/routines. iter is LAPACK's, except for a step more or less, by rounding.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/problems.hpp"
#include "support/shared_devices.hpp"
#include "support/test_devices.hpp"

extern "C" {
void dsgesv_(const int* n, const int* nrhs, double* a, const int* lda, int* ipiv, const double* b,
             const int* ldb, double* x, const int* ldx, double* work, float* swork, int* iter, int* info);
void dsposv_(const char* uplo, const int* n, const int* nrhs, double* a, const int* lda, const double* b,
             const int* ldb, double* x, const int* ldx, double* work, float* swork, int* iter, int* info,
             std::size_t letters);
}

namespace hg {
namespace {

using test::is_right;
using test::Problem;
using Number = std::complex<double>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// One of the routines, with a triangle of those by Cholesky.
struct Refiner {
    const char* routine;
    ElementType type;
    Uplo uplo = Uplo::lower;

    [[nodiscard]] bool is_definite() const { return std::string_view(routine).ends_with("posv"); }
};
const std::vector<Refiner> kRefiners{{"dsgesv", ElementType::f64}, {"zcgesv", ElementType::c64},
                                     {"dsposv", ElementType::f64}, {"dsposv", ElementType::f64, Uplo::upper},
                                     {"zcposv", ElementType::c64}, {"zcposv", ElementType::c64, Uplo::upper}};

class Refinement : public test::SessionSuite<testing::TestWithParam<Refiner>> {
  protected:
    /// A well-conditioned system. Those by Cholesky have one triangle.
    static std::unique_ptr<Problem> system(std::int64_t n, std::int64_t nrhs, std::int64_t gap = 2) {
        const auto [routine, type, uplo] = GetParam();
        auto problem = test::make_problem(
            routine, type,
            {.uplo = uplo, .n = n, .nrhs = nrhs, .gap = gap, .seed = static_cast<std::uint64_t>(n + nrhs)});
        for (std::int64_t i = 0; i < n && !is_definite(); ++i)
            problem->set("A", i, i, problem->was("A", i, i) + 2 * std::sqrt(static_cast<double>(n)) * unit());
        return problem;
    }
    /// Gives an element another value: of a triangle its mirror image, if that is what counts.
    static void set(Problem& system, std::int64_t i, std::int64_t j, Number value) {
        const bool counts = system.counts("A", i, j);
        system.set("A", counts ? i : j, counts ? j : i, value);
    }
    /// Changes all elements that count.
    static void change(Problem& system, std::int64_t n,
                       const std::function<Number(std::int64_t i, std::int64_t j, Number)>& act) {
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                if (system.counts("A", i, j)) system.set("A", i, j, act(i, j, system.was("A", i, j)));
    }
    /// Rows, columns or both shrink to `least`.
    static void grade(Problem& system, std::int64_t n, double least, bool rows, bool columns) {
        const auto step = [&](std::int64_t i) {
            return std::pow(least, static_cast<double>(i) / static_cast<double>(n - 1));
        };
        change(system, n, [&](std::int64_t i, std::int64_t j, Number value) {
            return value * (rows ? step(i) : 1) * (columns ? step(j) : 1);
        });
    }
    static bool is_definite() { return GetParam().is_definite(); }
    static bool is_complex() { return hg::is_complex(GetParam().type); }
    static Number unit() { return is_complex() ? Number(0, 1) : Number(1, 0); }

    /// In double precision for this reason, with the right solution and factors.
    static void expect_fallback(Problem& system, std::int64_t reason) {
        EXPECT_EQ(system.call(*session_), 0);
        EXPECT_EQ(system.iter(), reason);
        EXPECT_TRUE(is_right(system));
    }
};

/// LAPACK's iter for a real system.
std::int64_t lapacks_iter(const Problem& system, int n, int nrhs) {
    const auto copy = [&](const char* operand, int cols) {
        std::vector<double> x;
        for (int j = 0; j < cols; ++j)
            for (int i = 0; i < n; ++i) x.push_back(system.was(operand, i, j).real());
        return x;
    };
    const Refiner refiner = Refinement::GetParam();
    std::vector<double> A = copy("A", n), B = copy("B", nrhs), X(B.size()), work(B.size());
    std::vector<float> swork(A.size() + B.size());
    std::vector<int> ipiv(static_cast<std::size_t>(n));
    const char letter = static_cast<char>(refiner.uplo);
    int iter = -77, info = -77;
    if (refiner.is_definite())
        dsposv_(&letter, &n, &nrhs, A.data(), &n, B.data(), &n, X.data(), &n, work.data(), swork.data(),
                &iter, &info, 1);
    else
        dsgesv_(&n, &nrhs, A.data(), &n, ipiv.data(), B.data(), &n, X.data(), &n, work.data(), swork.data(),
                &iter, &info);
    EXPECT_EQ(info, 0);
    return iter;
}

TEST_P(Refinement, ReachesDoublePrecision) {
    std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{1, 1}, {40, 2}, {100, 3}, {200, 1}, {200, 30}};
    if (is_definite() && !is_complex())
        sizes = {{1, 1}, {2, 3}, {7, 1}, {63, 2}, {130, 5}, {200, 40}, {300, 1}};
    for (const auto& [n, nrhs] : sizes)
        for (const std::int64_t gap : {0, 3}) {
            const auto problem = system(n, nrhs, gap);
            EXPECT_EQ(problem->call(*session_), 0);
            EXPECT_TRUE(is_right(*problem));
            EXPECT_GE(problem->iter(), 0);
            if (!is_complex()) {
                EXPECT_LE(std::abs(problem->iter() -
                                   lapacks_iter(*problem, static_cast<int>(n), static_cast<int>(nrhs))),
                          1);
            }
        }
}

TEST_P(Refinement, OfNothing) {
    for (const auto& [n, nrhs] : {std::pair{0, 0}, {0, 3}, {30, 0}}) {
        const auto problem = system(n, nrhs);
        EXPECT_EQ(problem->call(*session_), 0);
        EXPECT_EQ(problem->iter(), 0);
        EXPECT_TRUE(is_right(*problem));
    }
}

/// One part that overflows single precision is enough.
TEST_P(Refinement, FallsBackIfSinglePrecisionOverflows) {
    for (const bool in_matrix : {true, false})
        for (const Number large : {Number(1e200, 0), Number(0, -1e200)}) {
            if (large.imag() != 0 && (!is_complex() || (in_matrix && is_definite()))) continue;
            const auto problem = system(60, 2);
            problem->set(in_matrix ? "A" : "B", 7, in_matrix && is_definite() ? 7 : 1, large);
            expect_fallback(*problem, -2);
        }
}

/// A column is zero in single precision; Hilbert's matrix, condition 1.6e13, is not definite there.
TEST_P(Refinement, FallsBackIfSinglePrecisionCannotFactor) {
    const auto problem = system(60, 2);
    change(*problem, 60, [](std::int64_t i, std::int64_t j, Number value) {
        if (is_definite() && i == 20 && j == 20) return Number(1e-50);
        if (is_definite() && (i == 20 || j == 20)) return Number(0);
        return !is_definite() && j == 20 ? 1e-60 * value : value;
    });
    expect_fallback(*problem, -3);
    const auto hilbert = system(10, 1);
    change(*hilbert, 10,
           [](std::int64_t i, std::int64_t j, Number) { return 1.0 / static_cast<double>(i + j + 1); });
    expect_fallback(*hilbert, is_definite() ? -3 : -31);
}

/// Two rows in which single precision sees a smallest eigenvalue of less than half its value: corrections are
/// too large by more than the error.
TEST_P(Refinement, FallsBackIfItDoesNotConverge) {
    const double eps = std::numeric_limits<float>::epsilon();
    for (const std::int64_t n : {2, 150}) {
        const auto problem = system(n, 3);
        change(*problem, n, [&](std::int64_t i, std::int64_t j, Number value) {
            if (i < 2 && j < 2) return i == j ? Number(1 + 0.49 * eps) : Number(1 - 0.745 * eps);
            return i != j && (i < 2 || j < 2) ? Number(0) : value;
        });
        problem->set("B", 0, 1, 1);
        problem->set("B", 1, 1, -1);
        if (!is_definite()) {  // pivots change what single precision sees
            EXPECT_EQ(problem->call(*session_), 0);
            EXPECT_TRUE(is_right(*problem));
            continue;
        }
        expect_fallback(*problem, -31);
        EXPECT_TRUE(is_complex() || lapacks_iter(*problem, static_cast<int>(n), 3) == -31);
    }
}

TEST_P(Refinement, ReportsInfoOfDoublePrecision) {
    for (const std::int64_t n : {1, 50, 90, 300}) {
        const std::int64_t at = n / 3;
        const auto problem = system(n, 2);
        if (is_definite())
            problem->set("A", at, at, -1);
        else
            for (std::int64_t i = 0; i < n; ++i) problem->set("A", i, at, 0);
        EXPECT_EQ(problem->call(*session_), at + 1);
        EXPECT_EQ(problem->iter(), -3);
        EXPECT_TRUE(is_right(*problem, at + 1));
    }
}

/// NaN in one column of B stays there. In A it ends up in X, or is no pivot: as in reference LAPACK;
/// OpenBLAS's factorization goes on.
TEST_P(Refinement, OfNaNEnds) {
    for (const Number bad : {Number(kNaN, 0), Number(0, kNaN)}) {
        if (!is_complex() && !std::isnan(bad.real())) continue;
        const auto sides = system(60, 3), matrix = system(60, 3);
        sides->set("B", 3, 1, bad);
        EXPECT_EQ(sides->call(*session_), 0);
        EXPECT_GE(sides->iter(), 0);
        for (std::int64_t i = 0; i < 60; ++i) {
            EXPECT_TRUE(std::isfinite(sides->now("X", i, 0).real()) &&
                        std::isfinite(sides->now("X", i, 2).real()));
            EXPECT_TRUE(std::isnan(sides->now("X", i, 1).real()));
            for (std::int64_t j = 0; j < 60; ++j)
                if (sides->counts("A", i, j) && i != j) {
                    ASSERT_EQ(sides->now("A", i, j), sides->was("A", i, j));
                }
        }
        set(*matrix, 40, 20, bad);
        EXPECT_EQ(matrix->call(*session_), is_definite() ? 41 : 0);
        if (is_definite()) {
            EXPECT_EQ(matrix->iter(), -3);
        } else {
            EXPECT_TRUE(is_complex() || matrix->iter() == 0);
            EXPECT_TRUE(std::isnan(matrix->now("X", 59, 0).real()));
        }
    }
}

/// A real system in which something is odd.
struct OddSystem {
    const char* name;
    std::function<void(Problem&)> make;
    std::int64_t n = 60;
};

/// Wilkinson's matrix, of growth 2^(n - 1).
Number growing(std::int64_t n, std::int64_t i, std::int64_t j) {
    return i == j || j == n - 1 ? 1 : i > j ? -1 : 0;
}

TEST_P(Refinement, TakesAsManyStepsAsLapack) {
    if (is_complex()) return;
    const auto a = [](std::int64_t i, std::int64_t j, double value) {
        return [=](Problem& system) { system.set("A", i, j, value); };
    };
    const auto b = [](std::int64_t i, std::int64_t j, double value) {
        return [=](Problem& system) { system.set("B", i, j, value); };
    };
    const auto graded = [](double least, bool rows, bool columns) {
        return [=](Problem& system) { grade(system, 60, least, rows, columns); };
    };
    const auto wilkinson = [](std::int64_t n) {
        return [=](Problem& system) {
            change(system, n, [n](std::int64_t i, std::int64_t j, Number) { return growing(n, i, j); });
        };
    };
    const double beyond = std::numeric_limits<float>::max() * (1 + 1e-9);
    std::vector<OddSystem> systems{{"NaN first in A", a(0, 0, kNaN)},
                                   {"NaN in A", a(3, 5, kNaN)},
                                   {"NaN last in A", a(59, 59, kNaN)},
                                   {"NaN first in B", b(0, 0, kNaN)},
                                   {"NaN last in B", b(59, 2, kNaN)},
                                   {"Inf in A", a(4, 6, kInf)},
                                   {"-Inf in A", a(4, 6, -kInf)},
                                   {"Inf in B", b(4, 1, kInf)},
                                   {"above the largest float", a(4, 6, beyond)},
                                   {"large in B", b(4, 1, -1e39)},
                                   {"no changes", a(0, 0, 5)},
                                   {"rows to 1e-4", graded(1e-4, true, false)},
                                   {"columns to 1e-8", graded(1e-8, false, true)},
                                   {"both to 1e-16", graded(1e-16, true, true)},
                                   {"rows to 1e-32", graded(1e-32, true, false)},
                                   {"growth, 50", wilkinson(50), 50},
                                   {"growth, 120", wilkinson(120), 120}};
    if (is_definite()) {
        systems.clear();
        for (const double least : {1.0, 1e-4, 1e-8, 1e-16, 1e-22, 1e-30})
            systems.push_back({"rows, columns and B", [=](Problem& system) {
                                   grade(system, 60, least, true, true);
                                   for (std::int64_t j = 0; j < 3; ++j)
                                       for (std::int64_t i = 0; i < 60; ++i)
                                           system.set("B", i, j,
                                                      system.was("B", i, j) *
                                                          std::pow(least, static_cast<double>(i) / 59));
                               }});
    }
    for (const OddSystem& odd : systems) {
        SCOPED_TRACE(odd.name);
        const auto problem = system(odd.n, 3);
        odd.make(*problem);
        EXPECT_EQ(problem->call(*session_), 0);
        const std::int64_t lapacks = lapacks_iter(*problem, static_cast<int>(odd.n), 3);
        if (lapacks > 0 && problem->iter() >= 0)
            EXPECT_LE(std::abs(problem->iter() - lapacks), 1);
        else
            EXPECT_EQ(problem->iter(), lapacks);
    }
}

/// Underflow and growth in single precision, and solutions beyond it, end in NaN though A and B have none:
/// LAPACK takes it for the solution, with iter >= 0; double precision has a better one.
TEST_P(Refinement, TakesNoNaNOfSinglePrecisionForASolution) {
    std::vector<OddSystem> systems{
        {"rows to 1e-44", [](Problem& system) { grade(system, 60, 1e-44, true, false); }},
        {"columns to 1e-42", [](Problem& system) { grade(system, 60, 1e-42, false, true); }}};
    for (const std::int64_t n : {200, 300})
        systems.push_back(
            {"growth",
             [n](Problem& system) {
                 change(system, n, [n](std::int64_t i, std::int64_t j, Number) { return growing(n, i, j); });
             },
             n});
    if (is_definite())
        systems = {{"beyond single precision", [](Problem& system) {
                        change(system, 60,
                               [](std::int64_t, std::int64_t, Number value) { return value * 1e-30; });
                        for (std::int64_t j = 0; j < 2; ++j)
                            for (std::int64_t i = 0; i < 60; ++i)
                                system.set("B", i, j, system.was("B", i, j) * 1e30);
                    }}};
    for (const OddSystem& odd : systems) {
        SCOPED_TRACE(odd.name);
        const auto problem = system(odd.n, 2);
        odd.make(*problem);
        EXPECT_EQ(problem->call(*session_), 0);
        EXPECT_LT(problem->iter(), 0);
        EXPECT_TRUE(!is_definite() || is_right(*problem));  // growth of LU is beyond a bound
        for (std::int64_t i = 0; i < odd.n; ++i) EXPECT_FALSE(std::isnan(std::abs(problem->now("X", i, 1))));
        EXPECT_TRUE(is_complex() || lapacks_iter(*problem, static_cast<int>(odd.n), 2) >= 0);
    }
}

/// The solution is beyond single precision: its infinity is as large as the bound on the residual.
TEST_P(Refinement, TakesNoInfinityOfSinglePrecisionForASolution) {
    const auto problem = system(1, 1);
    problem->set("A", 0, 0, 1e-40);
    problem->set("B", 0, 0, 3);
    expect_fallback(*problem, -31);
    EXPECT_LE(std::abs(problem->now("X", 0, 0) - 3e40), 1e25);
}

TEST_P(Refinement, DoesNotDependOnTheNumberOfDevices) {
    if (session_->machine().device_count() < 2) GTEST_SKIP() << "there is one device";
    const auto problem = system(300, 7);
    Session one(test::first_test_devices(1));
    EXPECT_EQ(problem->call(one), 0);
    const auto expected = problem->result_bits();
    const std::int64_t iter = problem->iter();
    problem->restore();
    EXPECT_EQ(problem->call(*session_), 0);
    EXPECT_EQ(problem->result_bits(), expected);
    EXPECT_EQ(problem->iter(), iter);
    EXPECT_GT(session_->statistics().runs, 0u);
}

TEST_P(Refinement, ByTheCpusLapack) {
    MachineOptions options = test::test_options();
    options.host_below = 100000;
    Session session(options);
    const auto problem = system(120, 4);
    EXPECT_EQ(problem->call(session), 0);
    EXPECT_GE(problem->iter(), 0);
    EXPECT_TRUE(is_right(*problem));
    problem->restore();
    set(*problem, 40, 20, kNaN);
    EXPECT_EQ(problem->call(session), is_definite() ? 41 : 0);
    EXPECT_EQ(session.statistics().runs, 0u);
}

TEST_P(Refinement, ReturnsAtOnceIfAsked) {
    const auto problem = system(100, 2);
    EXPECT_EQ(problem->call(*session_), 0);
    const auto expected = problem->result_bits();
    const std::int64_t iter = problem->iter();
    problem->restore();
    EXPECT_EQ(problem->submit(*session_).wait(), 0);
    EXPECT_EQ(problem->iter(), iter);
    EXPECT_EQ(problem->result_bits(), expected);
}

INSTANTIATE_TEST_SUITE_P(All, Refinement, testing::ValuesIn(kRefiners), [](const auto& refiner) {
    return std::string(refiner.param.routine) + static_cast<char>(refiner.param.uplo);
});

}  // namespace
}  // namespace hg
