#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/compiled/compiled_archive.hpp"
#include "runtime/program/base/sha256.hpp"
#include "support/compiled_manifest.hpp"
#include <hg/kernels/library.hpp>

namespace hg {
namespace {

/// A kernel whose source, options or name has changed leaves an entry that nothing looks up any more.
TEST(CompiledManifest, ListsKernelsOfThisVersionAlone) {
    const std::vector<test::ListedKernel> listed = test::listed_kernels();
    EXPECT_FALSE(listed.empty());
    std::string stale;
    for (const test::ListedKernel& kernel : listed) {
        const InstructionPtr instruction = kernels::find(kernel.instruction);
        if (instruction && digest({instruction->build_options, "\n", instruction->source}) == kernel.digest)
            continue;
        stale.append(" ").append(kernel.digest);
        ADD_FAILURE() << kernel.instruction
                      << (instruction ? ": its source has changed" : " is not an instruction");
    }
    EXPECT_EQ(stale, "") << "docs/design/kernels.md says how to compile the kernels again; without a device, "
                            "remove these with\n"
                            "kernels/compiled/collect.py drop kernels/compiled/sm_90_driver_580.json"
                         << stale;
}

TEST(CompiledArchive, IsALineForEachKernelFollowedByItsCode) {
    const std::vector<kernels::ArchivedKernel> read =
        kernels::read_archive("0a 5 axpy_f64 sm_90 driver 580\n1 2\n30b 0 dot_f64 sm_80 driver 550\n");
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read[0].digest, "0a");
    EXPECT_EQ(read[0].instruction, "axpy_f64");
    EXPECT_EQ(read[0].kind, "sm_90 driver 580");
    EXPECT_EQ(read[0].binary, "1 2\n3");
    EXPECT_EQ(read[1].digest, "0b");
    EXPECT_EQ(read[1].kind, "sm_80 driver 550");
    EXPECT_EQ(read[1].binary, "");
}

TEST(CompiledArchive, IsFoundByTheInstructionsOfItsKernels) {
    const std::vector<kernels::ArchivedKernel> archive = kernels::compiled_archive();
    if (archive.empty())
        GTEST_SKIP() << "built without an archive of compiled kernels, see docs/design/kernels.md";
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (const kernels::ArchivedKernel& kernel : archive) {
        EXPECT_TRUE(seen.emplace(kernel.kind, kernel.digest).second)
            << kernel.instruction << " is there twice";
        EXPECT_EQ(kernel.binary.substr(0, 4), "\177ELF") << kernel.instruction;
        const InstructionPtr instruction = kernels::find(kernel.instruction);
        ASSERT_TRUE(instruction) << kernel.instruction;
        EXPECT_NE(kernel.binary.find(instruction->entry), std::string_view::npos) << kernel.instruction;
        ASSERT_FALSE(instruction->compiled.empty()) << kernel.instruction;
        EXPECT_EQ(instruction->compiled.front().binary, kernel.binary) << kernel.instruction;
        EXPECT_EQ(instruction->compiled.front().kind, kernel.kind) << kernel.instruction;
    }
}

}  // namespace
}  // namespace hg
