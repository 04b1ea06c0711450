#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "blas/call/call_policy.hpp"
#include "support/cholesky_samples.hpp"
#include "support/faulty_session.hpp"
#include "support/lu_samples.hpp"
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/getrs.hpp>
#include <hg/lapack/potri.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Matrix;

/// If nothing is stored the CPU factors A; later A is partially_written, and the error says so.
TEST(CpuFinishes, FactorizationsOfWhichNothingIsStored) {
    const Matrix<double> A = test::random_matrix<double>(300, 300, 17);
    test::FaultySession<1> x(test::test_options());
    ASSERT_TRUE(is_factorization(A, test::factor(x.session, A)));
    const int stores = x.plans[0].count(Operation::store);
    ASSERT_GT(stores, 1);
    const CallPolicy policy({.cpu_finishes = true});
    x.fail(0, Operation::load, 0, ErrorCode::out_of_memory);
    EXPECT_TRUE(is_factorization(A, test::factor(x.session, A)));
    EXPECT_EQ(x.failed_runs(), 1U) << "the fault did not happen";
    x.fail(0, Operation::store, stores - 1, ErrorCode::out_of_memory);
    try {
        test::factor(x.session, A);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_TRUE(error.context().partially_written);
        EXPECT_NE(error.message().find("neither the matrix nor its factors"), std::string::npos)
            << error.what();
    }
    EXPECT_EQ(x.failed_runs(), 2U);
}

/// Once getrs has begun it ends, whoever wants what: B is never between before and after. Wherever a device
/// fails, and whatever for.
void check_faults_of_getrs(std::int64_t nrhs) {
    const std::int64_t n = 200;
    const Matrix<double> A = test::random_matrix<double>(n, n, 18),
                         B = test::random_matrix<double>(n, nrhs, 19);
    MachineOptions options = test::test_options();
    options.memory_limit = 3 << 20;
    test::FaultySession<1> x(options);
    x.plans[0].recovers = true;
    const test::Factorization<double> f = test::factor(x.session, A);
    ASSERT_TRUE(is_factorization(A, f));
    const auto solve = [&](Op op) {
        Matrix<double> X = B;
        getrs<double>(x.session, op, n, nrhs, f.factors.data.data(), f.factors.ld, f.ipiv.data(),
                      X.data.data(), X.ld);
        return X;
    };
    for (const Op op : {Op::none, Op::trans})
        for (const Operation operation : {Operation::load, Operation::exec, Operation::store}) {
            x.fail(0, operation, -1);
            const Matrix<double> expected = solve(op);
            const int commands = x.plans[0].count(operation);
            for (const ErrorCode code : {ErrorCode::out_of_memory, ErrorCode::device_lost})
                for (const int position : {0, commands / 2, commands - 1}) {
                    // A device that comes back compiles its kernels anew.
                    if (code == ErrorCode::device_lost && (op != Op::none || position != 0)) continue;
                    const std::uint64_t before = x.failed_runs();
                    x.plans[0].stored_before = position % 2 == 0 ? 0 : 99 * 8;
                    x.fail(0, operation, position, code);
                    const Matrix<double> X = solve(op);
                    EXPECT_GT(x.failed_runs(), before) << "the fault did not happen";
                    for (std::size_t i = 0; i < X.data.size(); ++i)
                        ASSERT_NEAR(X.data[i], expected.data[i], 1e-9 * (1 + std::fabs(expected.data[i])));
                }
        }
}

TEST(CpuFinishes, SolvesWithFactorsInOneProgram) {
    check_faults_of_getrs(1);
    check_faults_of_getrs(40);
}

TEST(CpuFinishes, SolvesWithFactorsAsTwoTriangularSolves) {
    check_faults_of_getrs(260);
}

/// X is stored at the end alone: whenever a device is lost, another one begins again.
TEST(CpuFinishes, OtherDevicesSolveAgain) {
    const std::int64_t n = 200;
    const Matrix<double> A = test::random_matrix<double>(n, n, 23), B = test::random_matrix<double>(n, 7, 24);
    for (const Operation operation : {Operation::load, Operation::exec, Operation::store}) {
        test::FaultySession<2> x(test::test_options());
        const test::Factorization<double> f = test::factor(x.session, A);
        ASSERT_TRUE(is_factorization(A, f));
        const auto solve = [&] {
            Matrix<double> X = B;
            getrs<double>(x.session, Op::none, n, B.cols, f.factors.data.data(), f.factors.ld, f.ipiv.data(),
                          X.data.data(), X.ld);
            return X;
        };
        const Matrix<double> expected = solve();
        const std::uint64_t runs = x.session.statistics().runs;
        x.fail(0, operation, 0, ErrorCode::device_lost);
        EXPECT_EQ(solve().data, expected.data) << "equal devices give equal bits";
        EXPECT_EQ(x.failed_runs(), 1U) << "the fault did not happen";
        EXPECT_GT(x.session.statistics().runs, runs) << "a device must do it, not the CPU's BLAS";
    }
}

/// So does potri, until a device has stored some of the inverse. Then A is partially_written.
TEST(CpuFinishes, Inverses) {
    const std::int64_t n = 200;
    test::FaultySession<1> x(test::test_options());
    x.plans[0].recovers = true;
    int finished = 0, partially_written = 0;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        const test::CholeskyFactor<double> f =
            test::factor_definite(x.session, uplo, test::definite_matrix<double>(uplo, n, 21));
        ASSERT_EQ(f.info, 0);
        const auto invert = [&] {
            Matrix<double> X = f.factor;
            EXPECT_EQ(potri<double>(x.session, uplo, n, X.data.data(), X.ld), 0);
            return X;
        };
        for (const Operation operation : {Operation::load, Operation::exec, Operation::store}) {
            x.fail(0, operation, -1);
            const Matrix<double> expected = invert();
            const int commands = x.plans[0].count(operation);
            ASSERT_GE(commands, 3);
            for (const int position : {0, 1, commands / 2, commands - 1}) {
                const std::uint64_t before = x.failed_runs();
                x.fail(0, operation, position, ErrorCode::out_of_memory);
                try {
                    const Matrix<double> X = invert();
                    ++finished;
                    for (std::size_t i = 0; i < X.data.size(); ++i) {
                        if (std::isnan(f.factor.data[i])) continue;  // the other triangle
                        ASSERT_NEAR(X.data[i], expected.data[i], 1e-12 * (1 + std::fabs(expected.data[i])));
                    }
                } catch (const Error& error) {
                    EXPECT_TRUE(error.context().partially_written) << error.what();
                    EXPECT_TRUE(operation != Operation::exec || position > 1) << "nothing was stored";
                    ++partially_written;
                }
                EXPECT_GT(x.failed_runs(), before) << "the fault did not happen";
            }
        }
    }
    EXPECT_GT(finished, 0);
    EXPECT_GT(partially_written, 0);
}

/// Refinement may lack memory or fail: double precision serves.
TEST(CpuFinishes, RefinementThatFailsGoesOnInDoublePrecision) {
    Matrix<double> A = test::random_matrix<double>(300, 300, 20), B = test::random_matrix<double>(300, 2, 21);
    test::FaultySession<1> x(test::test_options());
    std::vector<std::int64_t> ipiv(300);
    const Matrix<double> before = A;
    Matrix<double> X = B;
    std::int64_t iter = 7;
    x.fail(0, Operation::exec, 1, ErrorCode::out_of_memory);
    EXPECT_EQ(dsgesv(x.session, 300, 2, A.data.data(), A.ld, ipiv.data(), B.data.data(), B.ld, X.data.data(),
                     X.ld, &iter),
              0);
    EXPECT_EQ(iter, -1);
    EXPECT_EQ(x.failed_runs(), 1U);
    EXPECT_TRUE(is_factorization(before, test::Factorization<double>{A, ipiv, 0}));
    EXPECT_NE(X.data, B.data);
}

TEST(CpuFinishes, DefiniteRefinementThatFailsGoesOnInDoublePrecision) {
    const Matrix<double> before = test::definite_matrix<double>(Uplo::lower, 300, 20),
                         B = test::random_matrix<double>(300, 2, 21);
    test::FaultySession<1> x(test::test_options());
    for (const int position : {1, 5}) {
        Matrix<double> A = before, X = B;
        std::int64_t iter = 7;
        const std::uint64_t failed = x.failed_runs();
        x.fail(0, Operation::exec, position, ErrorCode::out_of_memory);
        EXPECT_EQ(dsposv(x.session, Uplo::lower, 300, 2, A.data.data(), A.ld, B.data.data(), B.ld,
                         X.data.data(), X.ld, &iter),
                  0);
        EXPECT_EQ(iter, -1);
        EXPECT_EQ(x.failed_runs(), failed + 1);
        EXPECT_TRUE(is_cholesky_factor(Uplo::lower, before, A, 300));
        EXPECT_NE(X.data, B.data);
    }
}

}  // namespace
}  // namespace hg
