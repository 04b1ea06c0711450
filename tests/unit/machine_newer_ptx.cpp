#include <gtest/gtest.h>

#include <string>

#include "runtime/machine/opencl/newer_ptx.hpp"

namespace hg {
namespace {

constexpr const char* kText =
    "//\n// Generated\n.version 8.8\n.target sm_90, texmode_independent\n"
    "  // begin inline asm\n  //HG wgmma.fence;\n  //HG wgmma.commit;\n  // end inline asm\nret;\n";

TEST(NewerPtx, IsTheTextWithItsCommentsAsInstructions) {
    EXPECT_EQ(newer_ptx(kText, "sm_90a"),
              "//\n// Generated\n.version 8.8\n.target sm_90a, texmode_independent\n"
              "  // begin inline asm\n  wgmma.fence;\n  wgmma.commit;\n  // end inline asm\nret;\n");
}

TEST(NewerPtx, LosesTheZerosAtTheEndOfABinary) {
    EXPECT_EQ(newer_ptx(std::string(kText) + std::string(3, '\0'), "sm_90a"), newer_ptx(kText, "sm_90a"));
}

TEST(NewerPtx, KeepsATextWithoutSuchComments) {
    EXPECT_EQ(newer_ptx(".target sm_90\nret;\n", "sm_90"), ".target sm_90\nret;\n");
}

TEST(NewerPtx, IsOfNoOtherTarget) {
    EXPECT_EQ(newer_ptx(kText, "sm_100a"), std::nullopt);
    EXPECT_EQ(newer_ptx(kText, "sm_9"), std::nullopt);
    EXPECT_EQ(newer_ptx(".version 8.8\n", "sm_90a"), std::nullopt);
    EXPECT_EQ(newer_ptx(".target ", "sm_90a"), std::nullopt);
    EXPECT_EQ(newer_ptx("", "sm_90a"), std::nullopt);
}

TEST(NewerPtx, IsNotMadeOfOtherBinaries) {
    EXPECT_EQ(newer_ptx(std::string("\x7f"
                                    "ELF\0\0\1.target sm_90\n",
                                    22),
                        "sm_90a"),
              std::nullopt);
}

}  // namespace
}  // namespace hg
