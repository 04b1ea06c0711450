// Panels of indefinite matrices: the numerics of the factorization are in numerics/lapack_ldl.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/ldl/ldl_panel.hpp"
#include "support/lu_runs.hpp"

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

class KernelLdl : public test::MachineTest {};

/// What a panel leaves.
struct LdlPanelRun {
    Matrix<double> a, W, L;
    Matrix<std::int32_t> pivots, next;
};

LdlPanelRun run_panel(Machine& machine, int groups, const Matrix<double>& a, std::int64_t columns,
                      std::int64_t width = 64) {
    const std::int64_t n = a.rows;
    LdlPanelRun run{a, Matrix<double>(Layout::col_major, n, width, 0, 1),
                    Matrix<double>(Layout::col_major, n, width, 0, 1),
                    Matrix<std::int32_t>(Layout::col_major, n, 1, 0, 1),
                    Matrix<std::int32_t>(Layout::col_major, 1, 1, 0, 1)};
    Matrix<double> V(Layout::col_major, n, 2, 0, 1);
    Matrix<std::int32_t> scratch(Layout::col_major, ldl_scratch_elements(), 1, 0, 1);
    for (Matrix<std::int32_t>* zeros : {&run.pivots, &run.next, &scratch})
        for (std::int64_t i = 0; i < zeros->rows; ++i) (*zeros)(i, 0) = 0;
    InstructionRun(machine)
        .in_out(run.a)
        .out(run.W)
        .out(run.L)
        .out(V)
        .in_out(run.pivots)
        .in_out(run.next)
        .in_out(scratch)
        .run(ldl_panel(ElementType::f64, width, groups), {0.0, static_cast<double>(columns), 0.0, 0.0});
    return run;
}

/// Work-groups that run at once give the bits of one alone: 600 rows are those of three.
TEST_F(KernelLdl, GroupsAgree) {
    const std::int64_t n = 600, end = 40;
    if (machine_->target().devices[0].traits.compute_units < 2)
        GTEST_SKIP() << "groups would not run at once";
    const Matrix<double> a(Layout::col_major, n, n, 0, 7);
    const LdlPanelRun alone = run_panel(*machine_, 1, a, end), together = run_panel(*machine_, 2, a, end);
    EXPECT_EQ(alone.a.data, together.a.data);
    EXPECT_EQ(alone.pivots.data, together.pivots.data);
    EXPECT_EQ(alone.next.data, together.next.data);
    for (std::int64_t j = 0; j < alone.W.cols; ++j)
        for (std::int64_t i = end; i < n; ++i) {
            ASSERT_EQ(alone.W(i, j), together.W(i, j)) << i << ", " << j;
            ASSERT_EQ(alone.L(i, j), together.L(i, j)) << i << ", " << j;
        }
}

TEST_F(KernelLdl, WidthsAgree) {
    const std::int64_t n = 200, end = 40;
    const Matrix<double> a(Layout::col_major, n, n, 0, 7);
    const LdlPanelRun narrow = run_panel(*machine_, 1, a, end, 64);
    for (const std::int64_t width : {128, 192}) {
        const LdlPanelRun wide = run_panel(*machine_, 1, a, end, width);
        EXPECT_EQ(narrow.a.data, wide.a.data);
        EXPECT_EQ(narrow.pivots.data, wide.pivots.data);
        for (std::int64_t j = 0; j < end; ++j)
            for (std::int64_t i = end; i < n; ++i) ASSERT_EQ(narrow.L(i, j), wide.L(i, j)) << i << ", " << j;
    }
    EXPECT_THROW(ldl_panel(ElementType::f64, 96, 1), Error);
}

/// With zeros on the diagonal all pivots are blocks of order 2: the last one of an odd panel reaches behind
/// it, and that row and the columns that are not taken are zero in L and W.
TEST_F(KernelLdl, ABlockMayReachBehindThePanel) {
    const std::int64_t n = 50, end = 7;
    Matrix<double> a(Layout::col_major, n, n, 0, 7);
    for (std::int64_t i = 0; i < n; ++i) a(i, i) = 0;
    for (std::int64_t i = 0; i + 1 < n; i += 2) a(i + 1, i) = 100;
    const LdlPanelRun run = run_panel(*machine_, 1, a, end);
    EXPECT_EQ(run.next(0, 0), end + 1);
    for (std::int64_t i = 0; i <= end; ++i) EXPECT_LT(run.pivots(i, 0), 0);
    EXPECT_EQ(run.pivots(end + 1, 0), 0);
    for (std::int64_t j = 0; j < run.W.cols; ++j)
        for (std::int64_t i = end; i < n; ++i)
            if (i == end || j > end) {
                ASSERT_EQ(run.W(i, j), 0) << i << ", " << j;
                ASSERT_EQ(run.L(i, j), 0) << i << ", " << j;
            }
    EXPECT_NE(run.L(n - 1, end), 0);
}

}  // namespace
}  // namespace hg::kernels
