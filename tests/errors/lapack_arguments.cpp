// Arguments of all routines of LAPACK.
#include <gtest/gtest.h>

#include "interfaces/generated/lapack_routines.hpp"
#include "support/argument_faults.hpp"
#include "support/test_devices.hpp"

namespace hg {
namespace {

TEST(LapackArguments, WrongOnesAreNumberedAndNamed) {
    Session session(test::test_options());
    routines::for_each_lapack_routine([&](const auto& row) { test::expect_all_faults(session, row); });
    EXPECT_EQ(session.statistics().runs, 0U);
}

TEST(LapackArguments, NullIsFineWhereNothingIsTouched) {
    Session devices(test::test_options()), cpu(test::small_calls_on_cpu());
    routines::for_each_lapack_routine([&](const auto& row) { test::expect_null_is_fine(devices, cpu, row); });
}

/// Pivots are written by factorizations that pivot alone.
TEST(LapackArguments, IpivMayBeNullWithoutPivoting) {
    Session cpu(test::small_calls_on_cpu());
    double A = 2, B = 4;
    const auto solve = [&](Pivoting pivoting) {
        return gesv<double>(cpu, Layout::col_major, 1, 1, &A, 1, nullptr, &B, 1, {pivoting});
    };
    EXPECT_THROW(solve(Pivoting::tournament), Error);
    EXPECT_EQ(solve(Pivoting::none), 0);
    EXPECT_EQ(B, 2);
}

}  // namespace
}  // namespace hg
