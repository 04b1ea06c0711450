#include "tools/hgctl/program/printed_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace hgctl {
namespace {

/// The arrays of a sparse matrix are hg's own.
TEST(PrintedSolver, DoesWithoutGuards) {
    const hg::Target target{.devices = std::vector<hg::DeviceModel>(1)};
    const hg::Program program =
        cg_program("stencil7:10", hg::ElementType::f64, 1, target, hg::kernels::Database::shipped());
    EXPECT_FALSE(program.is_guarded());
    EXPECT_TRUE(
        std::ranges::any_of(program.instructions(), [](const auto& i) { return !i->guards.empty(); }));
}

}  // namespace
}  // namespace hgctl
