// Hermitian matrices in `hgctl check`: what counts, what must be real, and which mistakes are found. The calls are plain loops.
#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "tools/hgctl/device_selection.hpp"
#include "tools/workload/problem/blas_problem.hpp"
#include "tools/workload/rule/known_matrix.hpp"
#include "tools/workload/rule/residual.hpp"

namespace hgctl {
namespace {

using Complex = std::complex<double>;
using WideComplex = std::complex<long double>;

constexpr std::uint64_t kHermitianSeeds = 40;

TEST(HermitianMatrix, CountsMirrorImagesAsConjugatesAndItsDiagonalAsReal) {
    const std::vector<Complex> data{{1, 9}, {2, 3}, {7, 7}, {4, 9}};  // the lower triangle: 1, 2 + 3i, 4
    const StoredMatrix<Complex> lower{data.data(), 2, 2, 2, Part::hermitian_lower};
    EXPECT_EQ(lower(0, 0), Complex(1));
    EXPECT_EQ(lower(1, 0), Complex(2, 3));
    EXPECT_EQ(lower(0, 1), Complex(2, -3));
    EXPECT_EQ(lower(1, 1), Complex(4));
    EXPECT_EQ(lower.transpose()(1, 0), Complex(2, -3));
    EXPECT_EQ(lower.adjoint()(1, 0), Complex(2, 3));
    const StoredMatrix<Complex> upper{data.data(), 2, 2, 2, Part::hermitian_upper};
    EXPECT_EQ(upper(0, 1), Complex(7, 7));
    EXPECT_EQ(upper(1, 0), Complex(7, -7));
    const StoredMatrix<Complex> general{data.data(), 2, 2, 2};
    EXPECT_EQ(general.with(hg::Op::trans)(0, 1), Complex(2, 3));
    EXPECT_EQ(general.with(hg::Op::conj_trans)(0, 1), Complex(2, -3));
}

TEST(HermitianMatrix, NormsAndResidualsCountMagnitudes) {
    const std::vector<Complex> data{{3, 4}, {0, 0}, {0, 0}, {0, 2}};
    const StoredMatrix<Complex> A{data.data(), 2, 2, 2};
    const std::vector<WideComplex> x{{0, 1}, {1, 0}};
    const Product<Complex> product = multiply<Complex>(A, x);
    EXPECT_EQ(product.values, (std::vector<WideComplex>{{-4, 3}, {0, 2}}));
    EXPECT_EQ(product.norm, 5);
    EXPECT_EQ(backward_error<Complex>(A, x, product.values), 0);
    // |A x - b| = |b| = 13, |A| = 5, |x| = 1.
    EXPECT_DOUBLE_EQ(backward_error<Complex>(A, x, {{-4, 3}, {12, 7}}),
                     13 / (5 + std::hypot(12, 7)) / 0x1p-52);
}

/// What an update does beside its work.
enum class HerkSlip { none, transposes, leaves_diagonal, reads_diagonal };

/// C := alpha op(A) op(A)^H + beta C in one triangle of C.
CheckResult check_plain_herk(std::uint64_t seed, HerkSlip slip) {
    static hg::Session session(machine_options("host"));
    BlasProblem<Complex> problem("herk", seed, 24);
    problem.layout(hg::Layout::col_major);
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op({hg::Op::none, hg::Op::conj_trans});
    const std::int64_t n = problem.size("n");
    const std::int64_t k = problem.size("k");
    const double alpha = problem.real_scalar("alpha");
    const double beta = problem.real_scalar("beta");
    const auto& a = problem.reads("a", n, k, op);
    auto& c = problem.writes("c", n, n, hermitian(uplo));
    const auto call = [&] {
        if (beta == 1 && (alpha == 0 || k == 0)) return;
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i) {
                if (!holds(triangle(uplo), i, j)) continue;
                Complex sum = 0;
                for (std::int64_t p = 0; alpha != 0 && p < k; ++p) {
                    const Complex right = a.view()(j, p);
                    sum += a.view()(i, p) * (slip == HerkSlip::transposes ? right : std::conj(right));
                }
                Complex& element = c.data()[i + j * c.ld()];
                const bool drops = i == j && slip != HerkSlip::reads_diagonal;
                const Complex before = drops ? element.real() : element;
                element = (alpha != 0 ? alpha * sum : 0) + (beta != 0 ? beta * before : 0);
                if (i == j && slip == HerkSlip::leaves_diagonal) element.imag(1e-30);
            }
    };
    return problem.check(session, {{{a.view(), a.view().adjoint()}}, alpha, beta}, call);
}

int faults_of_herk(HerkSlip slip, std::string& last) {
    int faults = 0;
    for (std::uint64_t seed = 1; seed <= kHermitianSeeds; ++seed) {
        const CheckResult result = check_plain_herk(seed, slip);
        if (result.passed()) continue;
        ++faults;
        last = result.problem + ": " + result.fault;
    }
    return faults;
}

TEST(HermitianProblem, PassesRightUpdatesAndFailsWrongOnes) {
    std::string last;
    EXPECT_EQ(faults_of_herk(HerkSlip::none, last), 0) << last;
    EXPECT_GT(faults_of_herk(HerkSlip::transposes, last), static_cast<int>(kHermitianSeeds / 3));
    EXPECT_GT(faults_of_herk(HerkSlip::leaves_diagonal, last), static_cast<int>(kHermitianSeeds / 2));
    EXPECT_NE(last.find("left imaginary parts on the diagonal"), std::string::npos) << last;
    // What does not count there holds NaN.
    EXPECT_GT(faults_of_herk(HerkSlip::reads_diagonal, last), static_cast<int>(kHermitianSeeds / 3));
    EXPECT_EQ(last.substr(0, 6), "zherk ") << last;
}

}  // namespace
}  // namespace hgctl
