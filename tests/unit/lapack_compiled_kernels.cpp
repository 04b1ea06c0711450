#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "kernels/compiled/compiled_archive.hpp"
#include "support/fast_gpus.hpp"
#include <hg/lapack/getrf_program.hpp>
#include <hg/lapack/potrf_program.hpp>
#include <hg/lapack/qr_programs.hpp>

namespace hg {
namespace {

Target one_h200() {
    Target target = test::fast_gpus(1);
    target.devices[0].traits = {.product = "NVIDIA H200",
                                .vendor = "NVIDIA",
                                .architecture = "sm_90",
                                .nvidia_capability = 90,
                                .local_memory = std::int64_t{227} << 10,
                                .max_work_group = 1024,
                                .compute_units = 132};
    return target;
}

/// The names of kernels of a program that do not ship.
std::string not_shipped(const Program& program) {
    std::size_t found = 0;
    std::string stale;
    for (const InstructionPtr& instruction : program.instructions()) {
        if (instruction->compiled.empty()) {
            stale += ' ' + instruction->name;
            continue;
        }
        ++found;
        const CompiledKernel& compiled = instruction->compiled.front();
        EXPECT_EQ(compiled.kind, "sm_90 driver 580");
        EXPECT_TRUE(
            compiled.binary.starts_with("\x7f"
                                        "ELF"));
        EXPECT_NE(compiled.binary.find(instruction->entry), std::string_view::npos) << instruction->name;
    }
    EXPECT_GT(found, program.instructions().size() / 2);
    return stale;
}

/// A kernel whose source has changed is found no more: its code has to be made anew on an H200, and until then
/// it is compiled there when it is needed.
TEST(CompiledKernels, OfLargeFactorizationsShipForTheH200) {
    if (kernels::compiled_archive().empty()) GTEST_SKIP() << "built with HG_COMPILED_KERNELS=OFF";
    const kernels::Database& database = kernels::Database::shipped();
    const std::string stale = not_shipped(getrf_program({.m = 4096, .n = 4096}, one_h200(), database)) +
                              not_shipped(potrf_program({.n = 4096}, one_h200(), database)) +
                              not_shipped(geqrf_program({.m = 4096, .n = 4096}, one_h200(), database));
    if (!stale.empty())
        GTEST_SKIP() << "compiled of older sources, docs/kernels.md says how they are renewed:" << stale;
}

}  // namespace
}  // namespace hg
