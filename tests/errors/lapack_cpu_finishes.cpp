#include <gtest/gtest.h>

#include "blas/call_policy.hpp"
#include "runtime/program/error.hpp"
#include "support/faulty_session.hpp"
#include "support/lu_samples.hpp"

namespace hg {
namespace {

using test::Matrix;

/// Where nothing is stored the CPU factors A; later A is spoilt, and the error says so.
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
        EXPECT_TRUE(error.context().spoilt);
        EXPECT_NE(error.message().find("neither the matrix nor its factors"), std::string::npos)
            << error.what();
    }
    EXPECT_EQ(x.failed_runs(), 2U);
}

}  // namespace
}  // namespace hg
