#include "tools/hgctl/program/kernel_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "runtime/files/read_file.hpp"
#include "tools/hgctl/cli/atomic_file.hpp"
#include "tools/hgctl/cli/scratch_folder.hpp"
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using hg::ElementType;
using hg::Register;
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

    /// The exit status of the program of an instruction, whose source `change` may have changed.
    int run(const std::string& name, const KernelExample& checked, const KernelExample& timed,
            std::string (*change)(std::string) = nullptr) {
        const hg::InstructionPtr instruction = hg::kernels::find(name);
        if (!instruction) throw hg::Error(hg::ErrorCode::invalid_argument, "there is no kernel " + name);
        const std::string source = source_options(*instruction).defines + instruction->source;
        replace_file(folder_.path() + "/kernel.cl", change ? change(source) : source);
        replace_file(folder_.path() + "/run.c", kernel_program(*instruction, checked, timed, "kernel.cl"));
        EXPECT_EQ(status_of("cc -std=c99 -Wall -Wextra -Werror run.c -o run -lOpenCL"), 0) << output();
        return status_of("./run");
    }

    bool has_device() { return output().find("clGetPlatformIDs failed") == std::string::npos; }

  private:
    ScratchFolder folder_;
};

KernelExample product(std::int64_t m, std::int64_t n, std::int64_t k) {
    return {{Register{ElementType::f64, 0, k, m, k + 1}, Register{ElementType::f64, 0, k, n, k},
             Register{ElementType::f64, 0, m, n, m + 3}},
            {1, 0.5}};
}

TEST_F(KernelProgram, OfAProductChecksAndTimesIt) {
    const char* name = "gemm_local_f64_tn_8x8x8";
    const int status = run(name, product(21, 21, 21), product(64, 64, 64));
    if (!has_device()) GTEST_SKIP() << output();
    EXPECT_EQ(status, 0) << output();
    EXPECT_THAT(output(), HasSubstr("4 of 4 elements are right"));
    EXPECT_THAT(output(), HasSubstr(std::string(name) + ": "));
    EXPECT_THAT(output(), HasSubstr(" GFLOP/s"));
}

TEST_F(KernelProgram, SaysWhatAWrongKernelComputes) {
    const int status =
        run("gemm_local_f64_tn_8x8x8", product(21, 21, 21), product(21, 21, 21), [](std::string source) {
            const std::string right = "#define TRANSPOSE_A 1";
            source.replace(source.find(right), right.size(), "#define TRANSPOSE_A 0");
            return source;
        });
    if (!has_device()) GTEST_SKIP() << output();
    EXPECT_EQ(status, 1);
    EXPECT_THAT(output(), HasSubstr("0 of 4 elements are right"));
    EXPECT_THAT(output(), HasSubstr("C(20, 20) is "));
}

/// The writer knows no routine: vectors, a reduction, and a scalar of whole numbers.
TEST_F(KernelProgram, OfVectorsIsTheSame) {
    const auto vectors = [](std::int64_t n) {
        return KernelExample{{Register{ElementType::f32, 0, n, 1, n}, Register{ElementType::f32, 0, 1, n, 2}},
                             {0.75, 1}};
    };
    const int status = run("vector_axpy_f32_v4_w2_i32_g4", vectors(1000), vectors(4000));
    if (!has_device()) GTEST_SKIP() << output();
    EXPECT_EQ(status, 0) << output();
    EXPECT_THAT(output(), HasSubstr("4 of 4 elements are right"));
    const KernelExample sums{
        {Register{ElementType::f64, 0, 1000, 1, 1000}, Register{ElementType::f64, 0, 1000, 1, 1000},
         Register{ElementType::f64, 0, 1, 1, 1}},
        {0}};
    EXPECT_EQ(run("vector_dot_f64_v2_w2_i32_g1", sums, sums), 0) << output();
}

}  // namespace
}  // namespace hgctl
