// What a routine in `hgctl check` takes: its operands with their triangles and increments,
// its call, and the rule that the result obeys. Wrong calls are right ones with other arguments, or with
// elements changed afterwards.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <functional>
#include <limits>

#include "interfaces/generated/blas_routines.hpp"
#include "tools/hgctl/device_selection.hpp"
#include "tools/workload/problem/draw_elements.hpp"
#include "tools/workload/problem/row_routine.hpp"
#include "tools/workload/rule/routines/level1.hpp"
#include "tools/workload/rule/routines/rank_k.hpp"
#include "tools/workload/rule/routines/symm.hpp"
#include "tools/workload/rule/routines/triangle.hpp"

namespace hgctl {
namespace {

using namespace hg::routines;
using Complex = std::complex<double>;

constexpr std::uint64_t kSeeds = 40;
constexpr std::int64_t kLargest = 24;

hg::Session& session() {
    static hg::Session session(machine_options("host"));
    return session;
}

/// Of the problems of all seeds: those that failed, and the last fault.
struct Faults {
    int count = 0;
    std::string last;
};

/// The faults of a call with other arguments, and of one whose results are changed.
template <class Row, class T>
Faults faults_of(const std::function<void(typename Row::template Arguments<T>&)>& change_arguments,
                 const std::function<void(CallProblem<Row, T>&)>& change_results = {}) {
    Faults faults;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        CallProblem<Row, T> problem(seed, kLargest);
        const CheckResult result = problem.check(session(), [&] {
            auto arguments = problem.arguments();
            if (change_arguments) change_arguments(arguments);
            Row::template call<T>(session(), problem.layout(), arguments);
            if (change_results) change_results(problem);
            return std::int64_t{0};
        });
        if (result.passed()) continue;
        ++faults.count;
        faults.last = result.problem + ": " + result.fault;
    }
    return faults;
}

/// Element (i, j) of the C of a problem.
template <class Row, class T>
T& c_at(CallProblem<Row, T>& problem, std::int64_t i, std::int64_t j) {
    const auto& c = problem.arguments();
    return problem.layout() == hg::Layout::col_major ? c.C[i + j * c.ldc] : c.C[j + i * c.ldc];
}

template <class T>
class BlasProblemTest : public testing::Test {};
using AllElements = testing::Types<float, double, std::complex<float>, Complex>;
TYPED_TEST_SUITE(BlasProblemTest, AllElements);

TYPED_TEST(BlasProblemTest, PassesRightCalls) {
    using T = TypeParam;
    for (const Faults& faults : {faults_of<Syrk, T>({}), faults_of<Symm, T>({}), faults_of<Trmm, T>({}),
                                 faults_of<Trsm, T>({}), faults_of<Axpy, T>({}), faults_of<Nrm2, T>({})})
        EXPECT_EQ(faults.count, 0) << faults.last;
}

TYPED_TEST(BlasProblemTest, FailsWrongElements) {
    using T = TypeParam;
    const Faults wrong = faults_of<Syrk, T>({}, [](auto& p) {
        const std::int64_t n = p.arguments().n;
        if (n > 0) c_at(p, n - 1, n - 1) += T{2};
    });
    EXPECT_GT(wrong.count, static_cast<int>(kSeeds / 2));
    EXPECT_NE(wrong.last.find("times the bound"), std::string::npos);
    for (const bool scales :
         {false, true}) {  // scaled: what happens to a tile on the diagonal that is stored whole
        const Faults other = faults_of<Syrk, T>({}, [scales](auto& p) {
            const std::int64_t row = p.arguments().uplo == hg::Uplo::lower ? 0 : 1;
            if (p.arguments().n > 1) c_at(p, row, 1 - row) *= scales ? p.arguments().beta : T{0};
        });
        EXPECT_GT(other.count, 0);
        EXPECT_NE(other.last.find("wrote outside the triangle of C"), std::string::npos) << other.last;
    }
    const Faults of_a = faults_of<Syrk, T>({}, [](auto& p) {
        if (p.arguments().n * p.arguments().k > 0) const_cast<T&>(p.arguments().A[0]) = T{3};
    });
    EXPECT_NE(of_a.last.find("wrote to A"), std::string::npos);
}

TYPED_TEST(BlasProblemTest, FailsCallsWithWrongArguments) {
    using T = TypeParam;
    const auto other_triangle = [](auto& c) { c.uplo = hg::transposed(c.uplo); };
    // What must not be read holds NaN.
    EXPECT_GT((faults_of<Symm, T>(other_triangle).count), 10);
    EXPECT_GT((faults_of<Trmm, T>(other_triangle).count), 10);
    EXPECT_GT((faults_of<Trmm, T>([](auto& c) { c.op = hg::transposed(c.op); }).count), 10);
    EXPECT_GT((faults_of<Trsm, T>([](auto& c) { c.alpha += T{1}; }).count), 10);
}

TYPED_TEST(BlasProblemTest, HoldsVectorsOfAnyIncrement) {
    using T = TypeParam;
    const Faults forwards = faults_of<Axpy, T>([](auto& c) { c.incx = std::abs(c.incx); });
    EXPECT_NE(forwards.last.find("times the bound"), std::string::npos);
    const auto place = [](auto& p, std::int64_t i) -> T& {
        const auto& c = p.arguments();
        return c.y[i];
    };
    const Faults between = faults_of<Axpy, T>({}, [&](auto& p) {
        if (p.arguments().n > 0 && std::abs(p.arguments().incy) > 1) place(p, 1) = T{3};
    });
    EXPECT_NE(between.last.find("wrote beside the elements of y"), std::string::npos);
    const Faults behind = faults_of<Axpy, T>(
        {}, [&](auto& p) { place(p, p.arguments().n * std::abs(p.arguments().incy)) = T{3}; });
    EXPECT_EQ(behind.count, static_cast<int>(kSeeds));
    const Faults of_x = faults_of<Axpy, T>({}, [](auto& p) {
        if (p.arguments().n > 0) const_cast<T&>(p.arguments().x[0]) = T{3};
    });
    EXPECT_NE(of_x.last.find("wrote to x"), std::string::npos);
}

TEST(BlasProblem, FailsWrongHermitianUpdates) {
    using Problem = CallProblem<Herk, Complex>;
    const auto works = [](const auto& c) { return c.beta != 1 || (c.alpha != 0 && c.k > 0); };
    const auto right = faults_of<Herk, Complex>({});
    EXPECT_EQ(right.count, 0) << right.last;
    const Faults transposed = faults_of<Herk, Complex>({}, [](Problem& p) {
        for (std::int64_t j = 0; j < p.arguments().n; ++j)
            for (std::int64_t i = 0; i < p.arguments().n; ++i)
                if (i != j && holds(triangle(p.arguments().uplo), i, j))
                    c_at(p, i, j) = std::conj(c_at(p, i, j));
    });
    EXPECT_GT(transposed.count, static_cast<int>(kSeeds / 3));
    const auto with_diagonal = [&](double imaginary) {
        return faults_of<Herk, Complex>({}, [&](Problem& p) {
            for (std::int64_t j = 0; works(p.arguments()) && j < p.arguments().n; ++j)
                c_at(p, j, j).imag(imaginary);
        });
    };
    const Faults left = with_diagonal(1e-30);
    EXPECT_GT(left.count, static_cast<int>(kSeeds / 2));
    EXPECT_NE(left.last.find("left imaginary parts on the diagonal"), std::string::npos) << left.last;
    EXPECT_EQ(left.last.substr(0, 6), "zherk ");
    EXPECT_GT(with_diagonal(std::numeric_limits<double>::quiet_NaN()).count, static_cast<int>(kSeeds / 3));
}

TEST(BlasProblem, NamesItsArguments) {
    EXPECT_EQ((CallProblem<Nrm2, Complex>(3, kLargest).text().substr(0, 7)), "dznrm2 ");
    const std::string text = CallProblem<Trmm, float>(3, kLargest).text();
    EXPECT_EQ(text.substr(0, 6), "strmm ");
    for (const char* name : {" m=", " n=", " alpha=", " lda=", " ldb="})
        EXPECT_NE(text.find(name), std::string::npos) << text;
}

}  // namespace
}  // namespace hgctl
