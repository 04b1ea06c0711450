#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "kernels/compiled/compiled_archive.hpp"
#include "runtime/program/base/sha256.hpp"
#include <hg/kernels/library.hpp>

namespace hg {
namespace {

/// What ships compiled is what this version would compile: a kernel whose source, options or name has changed
/// leaves its code behind, which nobody would find any more.
TEST(CompiledArchive, HoldsKernelsOfThisVersionAlone) {
    std::string stale;
    for (const kernels::ArchivedKernel& kernel : kernels::compiled_archive()) {
        const InstructionPtr instruction = kernels::find(kernel.instruction);
        if (instruction && digest({instruction->build_options, "\n", instruction->source}) == kernel.digest)
            continue;
        stale.append(" ").append(kernel.digest);
        ADD_FAILURE() << kernel.instruction
                      << (instruction ? " has another source now" : " is no instruction");
    }
    EXPECT_EQ(stale, "")
        << "docs/kernels.md says how kernels are compiled anew; without a device remove these with\n"
           "kernels/compiled/collect.py drop kernels/compiled/sm_90_driver_580.tar.xz"
        << stale;
}

TEST(CompiledArchive, IsFoundByTheInstructionsOfItsKernels) {
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (const kernels::ArchivedKernel& kernel : kernels::compiled_archive()) {
        EXPECT_TRUE(seen.emplace(kernel.kind, kernel.digest).second)
            << kernel.instruction << " is there twice";
        EXPECT_EQ(kernel.digest.size(), 64U);
        EXPECT_EQ(kernel.binary.substr(0, 4), "\177ELF") << kernel.instruction;
        const InstructionPtr instruction = kernels::find(kernel.instruction);
        if (!instruction) continue;
        EXPECT_NE(kernel.binary.find(instruction->entry), std::string_view::npos) << kernel.instruction;
        if (digest({instruction->build_options, "\n", instruction->source}) != kernel.digest) continue;
        ASSERT_FALSE(instruction->compiled.empty()) << kernel.instruction;
        EXPECT_EQ(instruction->compiled.front().binary, kernel.binary) << kernel.instruction;
        EXPECT_EQ(instruction->compiled.front().kind, kernel.kind) << kernel.instruction;
    }
}

}  // namespace
}  // namespace hg
