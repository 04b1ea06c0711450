#include <gtest/gtest.h>

#include "tools/hgctl/program/graph/simulated_program.hpp"

namespace hgctl {
namespace {

TEST(ShareText, HasADecimalIfItIsSmallAndTellsLosses) {
    EXPECT_EQ(share_text(1, 8), "12 %");
    EXPECT_EQ(share_text(1, 40), "2.5 %");
    EXPECT_EQ(share_text(0, 8), "0 %");
    EXPECT_EQ(share_text(-1, 8), "-12 %") << "what was said to help makes the run longer";
    EXPECT_EQ(share_text(-1, 40), "-2.5 %");
    EXPECT_EQ(share_text(-1e-6, 1), "0 %");
}

}  // namespace
}  // namespace hgctl
