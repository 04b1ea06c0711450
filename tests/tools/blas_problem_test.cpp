// What a routine in `hgctl check` takes: its operands with their triangles and increments, its call,
// and the rule that the result obeys. Here the calls are plain loops.
#include "tools/workload/problem/blas_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>

#include "blas/cost/flops.hpp"
#include "tools/hgctl/device_selection.hpp"

namespace hgctl {
namespace {

constexpr std::uint64_t kSeeds = 40;
constexpr std::int64_t kLargest = 24;

hg::Session& session() {
    static hg::Session session(machine_options("host"));
    return session;
}

/// Element (i, j) as a layout stores it.
template <class T>
T& at(hg::Layout layout, T* data, std::int64_t ld, std::int64_t i, std::int64_t j) {
    return layout == hg::Layout::col_major ? data[i + j * ld] : data[j + i * ld];
}

bool in_triangle(hg::Uplo uplo, std::int64_t i, std::int64_t j) {
    return uplo == hg::Uplo::lower ? i >= j : i <= j;
}

/// What a call does beside its work, to be found out.
enum class Slip { none, wrong_element, other_triangle, scales_other, writes_a };

/// C := alpha op(A) op(A)^T + beta C in one triangle of C.
template <class T>
CheckResult check_syrk(std::uint64_t seed, Slip slip) {
    BlasProblem<T> problem("syrk", seed, kLargest);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op();
    const std::int64_t n = problem.size("n");
    const std::int64_t k = problem.size("k");
    const T alpha = problem.scalar("alpha");
    const T beta = problem.scalar("beta");
    const auto& a = problem.reads("a", n, k, op);
    auto& c = problem.writes("c", n, n, symmetric(uplo));
    const auto op_a = [&](std::int64_t i, std::int64_t p) {
        return op == hg::Op::none ? at(layout, a.data(), a.ld(), i, p) : at(layout, a.data(), a.ld(), p, i);
    };
    const auto call = [&] {
        for (std::int64_t i = 0; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
                if (!in_triangle(uplo, i, j)) continue;
                T sum = 0;
                for (std::int64_t p = 0; alpha != 0 && p < k; ++p) sum += op_a(i, p) * op_a(j, p);
                T& element = at(layout, c.data(), c.ld(), i, j);
                element = (alpha != 0 ? alpha * sum : T{0}) + (beta != 0 ? beta * element : T{0});
            }
        const std::int64_t row = uplo == hg::Uplo::lower ? 1 : 0;
        if (slip == Slip::wrong_element && n > 0) at(layout, c.data(), c.ld(), n - 1, n - 1) += T{2};
        if (slip == Slip::other_triangle && n > 1) at(layout, c.data(), c.ld(), 1 - row, row) = 0;
        // What happens to a tile on the diagonal that is stored whole.
        if (slip == Slip::scales_other && n > 1) at(layout, c.data(), c.ld(), 1 - row, row) *= beta;
        if (slip == Slip::writes_a && n * k > 0) const_cast<T&>(a.data()[0]) = T{3};
    };
    return problem.check(session(), {{{a.view(), a.view().transpose()}}, alpha, beta}, call);
}

/// C := alpha A B + beta C with A symmetric.
template <class T>
CheckResult check_symm(std::uint64_t seed, bool wrong_triangle) {
    BlasProblem<T> problem("symm", seed, kLargest);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const std::int64_t m = problem.size("m");
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const T beta = problem.scalar("beta");
    const auto& a = problem.reads("a", m, m, hg::Op::none, symmetric(uplo));
    const auto& b = problem.reads("b", m, n);
    auto& c = problem.writes("c", m, n);
    const auto symmetric_a = [&](std::int64_t i, std::int64_t p) {
        const bool stored = in_triangle(uplo, i, p) != wrong_triangle;
        return stored ? at(layout, a.data(), a.ld(), i, p) : at(layout, a.data(), a.ld(), p, i);
    };
    const auto call = [&] {
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
                T sum = 0;
                for (std::int64_t p = 0; alpha != 0 && p < m; ++p)
                    sum += symmetric_a(i, p) * at(layout, b.data(), b.ld(), p, j);
                T& element = at(layout, c.data(), c.ld(), i, j);
                element = (alpha != 0 ? alpha * sum : T{0}) + (beta != 0 ? beta * element : T{0});
            }
    };
    return problem.check(session(), {{{a.view(), b.view()}}, alpha, beta}, call);
}

/// B := alpha op(A) B with a triangle A, in the place of B.
template <class T>
CheckResult check_trmm(std::uint64_t seed, bool transposes) {
    BlasProblem<T> problem("trmm", seed, kLargest);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op();
    const hg::Diag diag = problem.diag();
    const std::int64_t m = problem.size("m");
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const auto& a = problem.reads("a", m, m, op, triangle(uplo, diag));
    auto& b = problem.writes("b", m, n);
    const auto op_a = [&](std::int64_t i, std::int64_t p) {
        if ((op != hg::Op::none) != transposes) std::swap(i, p);
        if (i == p && diag == hg::Diag::unit) return T{1};
        return in_triangle(uplo, i, p) ? at(layout, a.data(), a.ld(), i, p) : T{0};
    };
    const auto call = [&] {
        std::vector<T> x(static_cast<std::size_t>(m));
        for (std::int64_t j = 0; j < n; ++j) {
            for (std::int64_t i = 0; i < m; ++i) {
                T sum = 0;
                for (std::int64_t p = 0; alpha != 0 && p < m; ++p)
                    sum += op_a(i, p) * at(layout, b.data(), b.ld(), p, j);
                x[static_cast<std::size_t>(i)] = alpha * sum;
            }
            for (std::int64_t i = 0; i < m; ++i)
                at(layout, b.data(), b.ld(), i, j) = x[static_cast<std::size_t>(i)];
        }
    };
    return problem.check(session(), {{{a.view(), b.before()}}, alpha, T{0}}, call);
}

/// What a call does wrong with vectors.
enum class VectorSlip { none, forwards, between, behind, writes_x };

/// y := alpha x + y.
template <class T>
CheckResult check_axpy(std::uint64_t seed, VectorSlip slip) {
    BlasProblem<T> problem("axpy", seed, kLargest);
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const T one = 1;
    const auto& x = problem.reads_vector("x", n);
    auto& y = problem.writes_vector("y", n, Increments::positive);
    const auto place = [&](std::int64_t i) {
        return x.inc() > 0 || slip == VectorSlip::forwards ? i * std::abs(x.inc()) : (i - n + 1) * x.inc();
    };
    const auto call = [&] {
        for (std::int64_t i = 0; alpha != 0 && i < n; ++i)
            y.data()[i * y.inc()] += alpha * x.data()[place(i)];
        if (slip == VectorSlip::between && n > 0 && y.inc() > 1) y.data()[1] = T{3};
        if (slip == VectorSlip::behind) y.data()[n * y.inc()] = T{3};
        if (slip == VectorSlip::writes_x && n > 0) const_cast<T&>(x.data()[0]) = T{3};
    };
    const StoredMatrix<T> factor{&one, 1, 1, 1};
    return problem.check(session(), {{{x.view(), factor}}, alpha, T{1}}, call);
}

/// Of the problems of all seeds: those that failed, and the last fault.
struct Faults {
    int count = 0;
    std::string last;
};

Faults faults_of(const std::function<CheckResult(std::uint64_t seed)>& check) {
    Faults faults;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const CheckResult result = check(seed);
        if (result.passed()) continue;
        ++faults.count;
        faults.last = result.problem + ": " + result.fault;
    }
    return faults;
}

template <class T>
class BlasProblemTest : public testing::Test {};
using RealTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(BlasProblemTest, RealTypes);

TYPED_TEST(BlasProblemTest, PassesRightCalls) {
    using T = TypeParam;
    const Faults syrk = faults_of([](std::uint64_t seed) { return check_syrk<T>(seed, Slip::none); });
    const Faults symm = faults_of([](std::uint64_t seed) { return check_symm<T>(seed, false); });
    const Faults trmm = faults_of([](std::uint64_t seed) { return check_trmm<T>(seed, false); });
    EXPECT_EQ(syrk.count, 0) << syrk.last;
    EXPECT_EQ(symm.count, 0) << symm.last;
    EXPECT_EQ(trmm.count, 0) << trmm.last;
}

TYPED_TEST(BlasProblemTest, FailsWrongCalls) {
    using T = TypeParam;
    const auto syrk = [](Slip slip) {
        return faults_of([slip](std::uint64_t seed) { return check_syrk<T>(seed, slip); });
    };
    EXPECT_GT(syrk(Slip::wrong_element).count, static_cast<int>(kSeeds / 2));
    EXPECT_NE(syrk(Slip::wrong_element).last.find("times the bound"), std::string::npos);
    EXPECT_NE(syrk(Slip::other_triangle).last.find("wrote outside the triangle of C"), std::string::npos);
    EXPECT_GT(syrk(Slip::scales_other).count, 0);
    EXPECT_NE(syrk(Slip::scales_other).last.find("wrote outside the triangle of C"), std::string::npos);
    EXPECT_NE(syrk(Slip::writes_a).last.find("wrote to A"), std::string::npos);
    // What must not be read holds NaN.
    EXPECT_GT(faults_of([](std::uint64_t seed) { return check_symm<T>(seed, true); }).count, 10);
    EXPECT_GT(faults_of([](std::uint64_t seed) { return check_trmm<T>(seed, true); }).count, 10);
}

TYPED_TEST(BlasProblemTest, HoldsVectorsOfAnyIncrement) {
    using T = TypeParam;
    const auto axpy = [](VectorSlip slip) {
        return faults_of([slip](std::uint64_t seed) { return check_axpy<T>(seed, slip); });
    };
    const Faults right = axpy(VectorSlip::none);
    EXPECT_EQ(right.count, 0) << right.last;
    EXPECT_NE(axpy(VectorSlip::forwards).last.find("times the bound"), std::string::npos);
    EXPECT_NE(axpy(VectorSlip::between).last.find("wrote beside the elements of y"), std::string::npos);
    EXPECT_EQ(axpy(VectorSlip::behind).count, static_cast<int>(kSeeds));
    EXPECT_NE(axpy(VectorSlip::writes_x).last.find("wrote to x"), std::string::npos);
}

TEST(BlasProblem, NamesItsArguments) {
    EXPECT_EQ(check_syrk<double>(3, Slip::none).problem.substr(0, 6), "dsyrk ");
    const std::string text = check_trmm<float>(3, false).problem;
    EXPECT_EQ(text.substr(0, 6), "strmm ");
    for (const char* name : {" m=", " n=", " alpha=", " lda=", " ldb="})
        EXPECT_NE(text.find(name), std::string::npos) << text;
}

}  // namespace
}  // namespace hgctl
