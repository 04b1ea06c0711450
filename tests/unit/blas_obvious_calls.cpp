// Calls that no device does faster start no devices.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "blas/session/global_session.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/level1.hpp>
#include <hg/blas/level2.hpp>
#include <hg/blas/types.hpp>

namespace hg {
namespace {

/// 0 if calls on the process-wide session are right and have not made it.
int make_obvious_calls() {
    constexpr std::int64_t kRows = 20;
    constexpr std::int64_t kLong = 10000;
    const std::vector<double> x(kLong, 2.0), y(kLong, 3.0);
    if (ddot(kLong, x.data(), 1, y.data(), 1) != 6 * kLong) return 1;
    std::vector<double> c(kRows * kRows, 1.0);
    dgemv(Layout::col_major, Op::none, kRows, kRows, 1.0, x.data(), kRows, y.data(), 1, 0.0, c.data(), 1);
    if (c[3] != 6 * kRows) return 2;
    dgemm(Layout::row_major, Op::none, Op::trans, kRows, kRows, kRows, 1.0, x.data(), kRows, y.data(), kRows,
          0.0, c.data(), kRows);
    if (c[3] != 6 * kRows) return 3;
    return global_session_is_made() ? 4 : 0;
}

/// In a process of its own: other tests may have started devices in this one.
TEST(ObviousCalls, StartNoDevices) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(std::_Exit(make_obvious_calls()), testing::ExitedWithCode(0), "");
}

TEST(ObviousCalls, StartDevicesIfAllCallsAreTheirs) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            setenv("HG_DEVICES", "host", 1);
            setenv("HG_HOST_BELOW", "0", 1);
            std::_Exit(make_obvious_calls());
        },
        testing::ExitedWithCode(4), "");
}

}  // namespace
}  // namespace hg
