#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>

#include "lapack/substitution/substitution_builder.hpp"
#include "support/cholesky_samples.hpp"
#include "support/lu_samples.hpp"
#include "support/solutions.hpp"
#include <hg/lapack/getrs.hpp>
#include <hg/lapack/potrs.hpp>
#include <hg/runtime/machine/bindings.hpp>

namespace hg {
namespace {

using test::factor;
using test::Factorization;
using test::Matrix;
using test::random_matrix;
using test::solves;

constexpr std::array kAllOps{Op::none, Op::trans, Op::conj_trans};
/// Of kernels of level 2, of products, and so many that they are two triangular solves.
constexpr std::array<std::int64_t, 5> kRightHandSides{1, 3, 16, 64, 300};

template <class T>
Matrix<T> solution(Session& session, Op op, const Factorization<T>& f, const Matrix<T>& B,
                   const std::int64_t* ipiv) {
    Matrix<T> X = B;
    getrs<T>(session, op, B.rows, B.cols, f.factors.data.data(), f.factors.ld, ipiv, X.data.data(), X.ld);
    return X;
}

template <class T>
Matrix<T> solution(Session& session, Op op, const Factorization<T>& f, const Matrix<T>& B) {
    return solution(session, op, f, B, f.ipiv.data());
}

/// Both triangles of a matrix of which one is stored.
template <class T>
Matrix<T> whole_of(Uplo uplo, const Matrix<T>& A) {
    Matrix<T> whole = A;
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i)
            if (i != j && (i < j) != (uplo == Uplo::upper)) whole(i, j) = A(j, i);
    return whole;
}

class SubstitutionNumerics : public testing::Test {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }
    void TearDown() override { EXPECT_EQ(session_->statistics().failed_runs, 0U) << "a device failed"; }

    template <class T>
    static void check_factors(std::int64_t n) {
        const Matrix<T> A = random_matrix<T>(n, n, 5, 7);
        const Factorization<T> f = factor(*session_, A);
        for (const std::int64_t nrhs : kRightHandSides) {
            const Matrix<T> B = random_matrix<T>(n, nrhs, 6, 5);
            for (const Op op : kAllOps) {
                const std::uint64_t runs = session_->statistics().runs;
                EXPECT_TRUE(solves(op, A, solution(*session_, op, f, B), B))
                    << static_cast<char>(op) << ", " << nrhs << " right-hand sides";
                EXPECT_EQ(session_->statistics().runs, runs + (nrhs <= 256 ? 1 : 2));
            }
        }
    }

    static std::unique_ptr<Session> session_;
};

std::unique_ptr<Session> SubstitutionNumerics::session_;

TEST_F(SubstitutionNumerics, FactorsOfLuSolveAllSystems) {
    check_factors<double>(300);
    check_factors<float>(150);
}

TEST_F(SubstitutionNumerics, FactorsOfCholeskySolve) {
    const std::int64_t n = 300;
    for (const Uplo uplo : test::kBothTriangles) {
        const Matrix<double> A = test::definite_matrix<double>(uplo, n, 8, 5);
        const test::CholeskyFactor<double> f = test::factor_definite(*session_, uplo, A);
        ASSERT_EQ(f.info, 0);
        for (const std::int64_t nrhs : kRightHandSides) {
            const Matrix<double> B = random_matrix<double>(n, nrhs, 9, 1);
            Matrix<double> X = B;
            potrs<double>(*session_, uplo, n, nrhs, f.factor.data.data(), f.factor.ld, X.data.data(), X.ld);
            EXPECT_TRUE(solves(Op::none, whole_of(uplo, A), X, B)) << nrhs << " right-hand sides";
        }
    }
}

TEST_F(SubstitutionNumerics, WithoutInterchangesRowsStayWhereTheyAre) {
    Matrix<double> A = random_matrix<double>(170, 170, 11);
    for (std::int64_t i = 0; i < A.rows; ++i) A(i, i) += 170;
    const Factorization<double> f = factor(*session_, A, Pivoting::none);
    const Matrix<double> B = random_matrix<double>(170, 2, 12);
    for (const Op op : kAllOps) EXPECT_TRUE(solves(op, A, solution(*session_, op, f, B, nullptr), B));
}

/// A third of A at once, or less.
TEST_F(SubstitutionNumerics, MatricesMayBeLargerThanTheDevices) {
    MachineOptions options = test::test_options();
    options.memory_limit = std::int64_t{5} << 18;
    Session small(options);
    const std::int64_t n = 700;
    const Matrix<double> A = random_matrix<double>(n, n, 13);
    const Factorization<double> f = factor(*session_, A);
    for (const std::int64_t nrhs : {1, 16}) {
        const Matrix<double> B = random_matrix<double>(n, nrhs, 14);
        for (const Op op : {Op::none, Op::trans}) {
            EXPECT_TRUE(solves(op, A, solution(small, op, f, B), B));
            EXPECT_EQ(small.statistics().failed_runs, 0U);
        }
    }
    EXPECT_EQ(small.statistics().runs, 4U) << "the devices must do it";
}

/// X by a program on the first `devices` of the machine, which simulation might have found too many.
Matrix<double> solution_on(Machine& machine, std::size_t devices, SubstitutionProblem problem,
                           const Matrix<double>& A, const Matrix<double>& B) {
    const Target target = machine.target();
    SubstitutionLayout layout = substitution_layout(problem, target);
    layout.devices.resize(devices);
    layout.block = 128;
    const Program program = substitution_program(problem, layout, target, kernels::Database::shipped());
    Matrix<double> X = B;
    Bindings bindings;
    bindings.matrix("A", A.data.data(), A.ld);
    bindings.matrix("X", X.data.data(), X.ld);
    machine.run(program, bindings);
    return X;
}

TEST_F(SubstitutionNumerics, BitsDoNotDependOnTheNumberOfDevices) {
    Machine& machine = session_->machine();
    if (machine.device_count() < 2) GTEST_SKIP() << "there is one device";
    const std::int64_t n = 600;
    Matrix<double> A = random_matrix<double>(n, n, 15);
    for (std::int64_t i = 0; i < n; ++i) A(i, i) += std::sqrt(static_cast<double>(n));
    for (const Factors factors : {Factors::lu, Factors::lower, Factors::upper})
        for (const Op op : {Op::none, Op::trans})
            for (const std::int64_t nrhs : {1, 3, 16}) {
                const SubstitutionProblem problem{.factors = factors, .op = op, .n = n, .nrhs = nrhs};
                const Matrix<double> B = random_matrix<double>(n, nrhs, 16);
                const Matrix<double> expected = solution_on(machine, 1, problem, A, B);
                for (std::size_t devices = 2; devices <= machine.device_count(); ++devices)
                    EXPECT_EQ(solution_on(machine, devices, problem, A, B).data, expected.data)
                        << devices << " devices, " << nrhs << " right-hand sides";
            }
}

/// The public calls, on one device and on all.
TEST_F(SubstitutionNumerics, CallsGiveTheSameBitsOnAllDevices) {
    Session one(test::first_test_devices(1));
    const Matrix<double> A = random_matrix<double>(520, 520, 17);
    const Factorization<double> f = factor(*session_, A);
    for (const std::int64_t nrhs : {1, 5}) {
        const Matrix<double> B = random_matrix<double>(520, nrhs, 18);
        for (const Op op : kAllOps)
            EXPECT_EQ(solution(one, op, f, B).data, solution(*session_, op, f, B).data);
    }
}

}  // namespace
}  // namespace hg
