#include <gtest/gtest.h>

#include "support/kernel_runs.hpp"
#include "support/lu_runs.hpp"

namespace hg::kernels {
namespace {

using test::GemmSample;

/// The FP64 matrix instructions of AMD's CDNA devices in OpenCL C, lanes being work-items that exchange their
/// operands through local memory. Layout after AMD's matrix instruction calculator, for CDNA 2 and 3:
///
///     16x16x4   A(i, k) in lane 16 k + i; B(k, j) in lane 16 k + j;
///               D(i, j) in lane 16 (i mod 4) + j, register i / 4
///     4x4x4     block b of four: A(i, k) in lane 16 k + 4 b + i; B(k, j) in lane 16 k + 4 b + j;
///               D(i, j) in lane 16 i + 4 b + j
constexpr const char* kEmulator = R"(
#define MFMA_STORAGE local double exchanged[2 * ITEMS];
#define MFMA_16X16X4(x, y, sum) emulated_16x16x4(x, y, sum, exchanged)
#define MFMA_4X4X4(x, y, sum) emulated_4x4x4(x, y, sum, exchanged)

static inline double emulated_product(local const double* a, local const double* b, double sum) {
    for (int k = 0; k < 4; ++k) sum = fma(a[16 * k], b[16 * k], sum);
    return sum;
}

static inline double4 emulated_16x16x4(double x, double y, double4 sum, local double* exchanged) {
    const int item = (int)get_local_id(0);
    const int items = (int)get_local_size(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    exchanged[item] = x;
    exchanged[items + item] = y;
    barrier(CLK_LOCAL_MEM_FENCE);
    local const double* a = exchanged + item / 64 * 64 + item % 64 / 16;
    local const double* b = exchanged + items + item / 64 * 64 + item % 16;
    return (double4)(emulated_product(a, b, sum.s0), emulated_product(a + 4, b, sum.s1),
                     emulated_product(a + 8, b, sum.s2), emulated_product(a + 12, b, sum.s3));
}

static inline double emulated_4x4x4(double x, double y, double sum, local double* exchanged) {
    const int item = (int)get_local_id(0);
    const int items = (int)get_local_size(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    exchanged[item] = x;
    exchanged[items + item] = y;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int block = item / 64 * 64 + item % 16 / 4 * 4;
    return emulated_product(exchanged + block + item % 64 / 16, exchanged + items + block + item % 4, sum);
}
)";

/// The kernel with the emulator in the instructions' place, for devices of any architecture.
InstructionPtr emulated(const GemmParameters& p) {
    Instruction instruction = *gemm(p);
    instruction.name = "emulated_" + instruction.name;
    instruction.source = kEmulator + instruction.source;
    instruction.needs.architectures = {};
    instruction.compiled.clear();
    return std::make_shared<const Instruction>(std::move(instruction));
}

class KernelGemmMfma : public test::MachineTest {
  protected:
    static void check(const std::string& kernel, std::int64_t m, std::int64_t n, std::int64_t k) {
        if (test::on_host()) GTEST_SKIP() << "the host device runs no kernels";
        const auto p = parse_gemm(kernel);
        ASSERT_TRUE(p) << kernel;
        GemmSample<double> s{
            .m = m, .n = n, .k = k, .alpha = 2.5, .beta = p->overwrite ? 0.0 : -0.5, .gap = 2};
        if (p->transpose_a) s.op_a = Op::trans;
        if (p->transpose_b) s.op_b = Op::trans;
        const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
        auto got = c;
        test::InstructionRun(*machine_).in(a).in(b).in_out(got).run(emulated(*p), {s.alpha, s.beta});
        EXPECT_TRUE(gemm_is_right(s, a, b, c, got)) << kernel << ": " << s.text();
    }
};

TEST_F(KernelGemmMfma, ProductsOf16x16AreRightForAllOperations) {
    for (const char* operations : {"nn_set", "nt", "tn", "tt_set"}) {
        const std::string kernel = std::string("gemm_mfma_f64_") + operations + "_32x64x8_16x32_o2";
        check(kernel, 1, 1, 1);
        check(kernel, 71, 130, 27);
    }
}

TEST_F(KernelGemmMfma, ProductsOf16x4AreRight) {
    for (const char* operations : {"nt_set", "tn"})
        check(std::string("gemm_mfma_f64_") + operations + "_64x16x16_32x8_x1", 70, 37, 23);
}

TEST_F(KernelGemmMfma, ManyWavesShareADeepTile) {
    check("gemm_mfma_f64_nn_64x64x16_32x32", 64, 64, 40);
}

TEST_F(KernelGemmMfma, OnlyItsArchitecturesRunIt) {
    DeviceTraits device{.product = "AMD Instinct MI300X",
                        .vendor = "AMD",
                        .architecture = "gfx942",
                        .local_memory = 64 << 10,
                        .max_work_group = 256};
    const GemmParameters p{.family = GemmFamily::mfma};
    EXPECT_EQ(fault_on(p, device), "");
    for (const char* other : {"gfx94", "gfx90", "gfx1100", "sm_90", ""}) {
        device.architecture = other;
        EXPECT_EQ(fault_on(p, device),
                  "needs one of the architectures gfx90a gfx942; AMD Instinct MI300X is none of them");
    }
}

}  // namespace
}  // namespace hg::kernels
