#include "tools/tuner/results/kernel_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "runtime/files/read_file.hpp"
#include "tools/cli/atomic_file.hpp"
#include "tools/cli/scratch_folder.hpp"
#include "tools/tuner/tunable_routines.hpp"
#include <hg/kernels/library.hpp>

namespace hgctl {
namespace {

using hg::ElementType;
using hg::kernels::Extents;
using hg::kernels::KernelExample;
using hg::kernels::TunableKernel;
using hg::kernels::TunableRoutine;
using hg::kernels::TuningProblem;
using testing::HasSubstr;

/// Programs compiled by the machine's C compiler, run on the first OpenCL device.
class KernelProgram : public testing::Test {
  protected:
    void SetUp() override {
        if (status_of("cc --version") != 0) GTEST_SKIP() << "there is no C compiler cc";
    }

    /// The exit status of a command in the folder; what it prints is in output().
    int status_of(const std::string& command) {
        const std::string line =
            "cd '" + folder_.path() + "' && POCL_DEVICES=pthread " + command + " > output.txt 2>&1";
        const int status = std::system(line.c_str());  // NOLINT(cert-env33-c): fixed commands
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    std::string output() { return hg::read_existing_file(folder_.path() + "/output.txt"); }

    /// The exit status of a kernel's program, whose source `change` may have changed.
    int run(ProgramOfKernel kernel, std::string (*change)(std::string) = nullptr) {
        kernel.source_file = "kernel.cl";
        const std::string source = kernel_source(kernel.instructions);
        replace_file(folder_.path() + "/kernel.cl", change ? change(source) : source);
        replace_file(folder_.path() + "/run.c", kernel_program(kernel));
        EXPECT_EQ(status_of("cc -std=c99 -Wall -Wextra -Werror run.c -o run -lOpenCL"), 0) << output();
        return status_of("./run");
    }

    bool has_device() { return output().find("clGetPlatformIDs failed") == std::string::npos; }

  private:
    ScratchFolder folder_;
};

KernelExample product(std::int64_t m, std::int64_t n, std::int64_t k) {
    return {{{{ElementType::f64, 0, k, m, k + 1}},
             {{ElementType::f64, 0, k, n, k}},
             {{ElementType::f64, 0, m, n, m + 3}}},
            {{{0, 1, 2}, {1, 0.5}}}};
}

ProgramOfKernel program(const std::string& name, const KernelExample& checked, const KernelExample& timed) {
    return {.name = name,
            .source_file = {},
            .instructions = {hg::kernels::find(name)},
            .checked = checked,
            .timed = timed,
            .amount = 1e9,
            .unit = "GFLOP/s"};
}

TEST_F(KernelProgram, OfAProductChecksAndTimesIt) {
    const char* name = "gemm_local_f64_tn_8x8x8";
    const int status = run(program(name, product(21, 21, 21), product(64, 64, 64)));
    if (!has_device()) GTEST_SKIP() << output();
    EXPECT_EQ(status, 0) << output();
    EXPECT_THAT(output(), HasSubstr("4 of 4 elements are right"));
    EXPECT_THAT(output(), HasSubstr(std::string(name) + ": "));
    EXPECT_THAT(output(), HasSubstr(" GFLOP/s"));
}

TEST_F(KernelProgram, SaysWhatAWrongKernelComputes) {
    const int status = run(program("gemm_local_f64_tn_8x8x8", product(21, 21, 21), product(21, 21, 21)),
                           [](std::string source) {
                               const std::string right = "#define TRANSPOSE_A 1";
                               source.replace(source.find(right), right.size(), "#define TRANSPOSE_A 0");
                               return source;
                           });
    if (!has_device()) GTEST_SKIP() << output();
    EXPECT_EQ(status, 1);
    EXPECT_THAT(output(), HasSubstr("0 of 4 elements are right"));
    EXPECT_THAT(output(), HasSubstr("C(20, 20) is "));
}

/// The program of a kernel on its routine's own examples.
ProgramOfKernel program_of(const TunableRoutine& routine, const TunableKernel& kernel) {
    const TuningProblem problem{&routine, kernel.type, kernel.operation, Extents(routine.extents.size(), 40)};
    return {.name = kernel.name,
            .source_file = {},
            .instructions = routine.instructions(kernel),
            .checked = routine.example(routine.small_problem(problem, kernel), kernel, true),
            .timed = routine.example(problem, kernel, true),
            .amount = routine.amount(problem),
            .unit = "GB/s"};
}

/// Each of several launches counts: of a product whose sums are divided, of a reduction with a result of
/// another type, and of a triangular solve.
TEST_F(KernelProgram, OfEachRoutineRunsAllLaunches) {
    for (const char* name :
         {"gemm_local_f64_nt_k2_8x8x8", "vector_iamax_f32_v2_w1_i16_g2", "gemv_t_f64_i4x4_v2_c2_u2_s2",
          "trsv_f32_n_b16_s4_v2_i1_a0_g64", "ger_f64_v2_i8_c8_u2", "emulated_product_n6_w4"}) {
        const TunableRoutine& routine =
            **std::ranges::find_if(hg::kernels::tunable_routines(), [&](const TunableRoutine* r) {
                return std::string_view(name).starts_with(std::string(r->names) + "_");
            });
        const std::optional<TunableKernel> kernel = routine.parse(name);
        ASSERT_TRUE(kernel) << name;
        const int status = run(program_of(routine, *kernel));
        if (!has_device()) GTEST_SKIP() << output();
        EXPECT_EQ(status, 0) << output();
        EXPECT_THAT(output(), HasSubstr("4 of 4 elements are right"));
        EXPECT_THAT(output(), HasSubstr(std::string(name) + ": "));
        EXPECT_THAT(output(), HasSubstr(" GB/s"));
    }
}

TEST(KernelProgramText, HasTheFormThatOpenClsCompilerTakes) {
    const auto product = hg::kernels::find("emulated_product_wgmma_n14_g132_s4");
    ASSERT_TRUE(product && product->newer_ptx);
    const std::string source = kernel_source({product});
    EXPECT_THAT(source, HasSubstr("#define STAGES 4\n"));
    EXPECT_EQ(source.find("#define WGMMA 1"), std::string::npos);
}

/// The host implementations run on the examples, whose shapes the instructions check.
TEST(KernelProgramText, ThereIsOneForEachRoutineTypeAndOperation) {
    for (const TunableRoutine* routine : hg::kernels::tunable_routines())
        for (const ElementType type : {ElementType::f32, ElementType::f64})
            for (int operation = 0; operation < std::ssize(routine->operations); ++operation) {
                const TuningProblem problem{routine, type, operation, Extents(routine->extents.size(), 40)};
                const TunableKernel default_kernel = routine->default_kernel(problem, {});
                const std::string text = kernel_program(program_of(*routine, default_kernel));
                EXPECT_THAT(text, HasSubstr("#define EXPECTED ")) << default_kernel.name;
                EXPECT_EQ(text.find("#define EXPECTED 0\n"), std::string::npos) << default_kernel.name;
            }
}

}  // namespace
}  // namespace hgctl
