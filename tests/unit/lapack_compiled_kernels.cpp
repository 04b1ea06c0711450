#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "runtime/program/base/sha256.hpp"
#include "support/compiled_manifest.hpp"
#include "support/fast_gpus.hpp"
#include <hg/lapack/getrf_program.hpp>
#include <hg/lapack/potrf_program.hpp>
#include <hg/lapack/qr_programs.hpp>

namespace hg {
namespace {

/// The kernels of a program that no manifest lists: at most half of them.
std::string not_listed(const Program& program) {
    std::set<std::string> listed;
    for (const test::ListedKernel& kernel : test::listed_kernels()) listed.insert(kernel.digest);
    std::size_t missing = 0;
    std::string names;
    for (const InstructionPtr& instruction : program.instructions())
        if (!listed.contains(digest({instruction->build_options, "\n", instruction->source}))) {
            ++missing;
            names += ' ' + instruction->name;
        }
    EXPECT_LE(missing, program.instructions().size() / 2) << names;
    return names;
}

/// First calls on an H200 do not compile. Between a change of a source and the next rebuild of the archive
/// they do.
TEST(CompiledKernels, OfLargeFactorizationsShipForTheH200) {
    const kernels::Database& database = kernels::Database::shipped();
    const std::string missing =
        not_listed(getrf_program({.m = 4096, .n = 4096}, test::one_h200(), database)) +
        not_listed(potrf_program({.n = 4096}, test::one_h200(), database)) +
        not_listed(geqrf_program({.m = 4096, .n = 4096}, test::one_h200(), database));
    if (!missing.empty())
        GTEST_SKIP() << "not compiled for this version, see docs/design/kernels.md:" << missing;
}

}  // namespace
}  // namespace hg
