#include <gtest/gtest.h>

#include <algorithm>

#include "blas/level1/vector_problem.hpp"
#include "blas/level2/matrix_vector_problem.hpp"
#include "lapack/ldl/ldl_call.hpp"
#include "support/fast_gpus.hpp"
#include <hg/kernels/library.hpp>
#include <hg/lapack/getrf_program.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/text.hpp>

/// hg's routines make the indices that their kernels take, or check them: their runs do without guards.
namespace hg {
namespace {

/// Devices whose work-groups factor panels together.
Target gpus() {
    Target target = test::fast_gpus(2);
    for (DeviceModel& device : target.devices) device.traits.nvidia_capability = 90;
    return target;
}

void expect_no_guards(const Program& program) {
    EXPECT_TRUE(std::ranges::any_of(program.instructions(), [](const auto& i) { return !i->guards.empty(); }))
        << "there is nothing to leave out";
    EXPECT_FALSE(program.is_guarded());
}

TEST(GuardsOfRoutines, AreLeftOut) {
    const kernels::Database& database = kernels::Database::shipped();
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::tournament})
        expect_no_guards(getrf_program({.m = 4096, .n = 4096, .pivoting = pivoting}, gpus(), database));
    expect_no_guards(geqrf_program({.m = 4096, .n = 4096}, gpus(), database));
    expect_no_guards(sytrf_program({.n = 4096}, gpus(), database));
    expect_no_guards(
        vector_program({.operation = kernels::VectorOperation::iamax, .n = 1000000}, gpus(), database));
    expect_no_guards(matrix_vector_program({.routine = "trsv", .m = 3000, .n = 3000}, gpus(), database));
}

TEST(GuardsOfRoutines, AreBackInWhatIsParsed) {
    const Program program = getrf_program({.m = 4096, .n = 4096}, gpus(), kernels::Database::shipped());
    EXPECT_TRUE(parse(print(program), kernels::find).is_guarded());
}

}  // namespace
}  // namespace hg
