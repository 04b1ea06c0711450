// A trace is advice: one that cannot be written changes no call.
#include <gtest/gtest.h>

#include "support/lu_samples.hpp"
#include "support/planted_trace.hpp"

namespace hg {
namespace {

TEST(UnwritableTrace, LeavesFactorizationsAsTheyAre) {
    const test::Matrix<double> A = test::random_matrix<double>(60, 60, 1);
    test::for_traces_that_cannot_be([&](Session& session, const std::string& what) {
        EXPECT_TRUE(is_factorization(A, factor(session, A, Pivoting::partial), Pivoting::partial)) << what;
        EXPECT_GT(session.statistics().runs, 0U) << what;
    });
}

}  // namespace
}  // namespace hg
