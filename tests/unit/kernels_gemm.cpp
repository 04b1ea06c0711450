#include <gtest/gtest.h>

#include "support/kernel_runs.hpp"
#include "support/lu_runs.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/published_kernels.hpp"

namespace hg::kernels {
namespace {

using test::GemmSample;
using test::Matrix;

class KernelGemm : public test::MachineTest {
  protected:
    template <class T>
    static void check(GemmParameters p, std::int64_t m, std::int64_t n, std::int64_t k) {
        GemmSample<T> s{
            .m = m, .n = n, .k = k, .alpha = T{2.5}, .beta = p.overwrite ? T{0} : T{-0.5}, .gap = 2};
        if (p.transpose_a) s.op_a = Op::trans;
        if (p.transpose_b) s.op_b = Op::trans;
        EXPECT_TRUE(kernel_is_right(*machine_, p, s));
    }

    template <class T>
    static void check_all(GemmParameters p) {
        p.type = element_type_of<T>();
        for (bool transpose_a : {false, true})
            for (bool transpose_b : {false, true}) {
                p.transpose_a = transpose_a;
                p.transpose_b = transpose_b;
                p.overwrite = transpose_a != transpose_b;
                check<T>(p, 1, 1, 1);
                check<T>(p, 131, 70, 67);
                check<T>(p, 64, 129, 16);
            }
    }
};

using OptimisedGemm = test::Optimised<KernelGemm>;

TEST_F(KernelGemm, RunsOnTheDevicesAskedFor) {
    EXPECT_EQ(machine_->device(0).is_host, test::on_host());
}

TEST_F(KernelGemm, GlobalF64) {
    check_all<double>({.family = GemmFamily::global});
}
TEST_F(OptimisedGemm, GlobalF32) {
    check_all<float>({.family = GemmFamily::global});
}
TEST_F(KernelGemm, GlobalWithTheSumInC) {
    check_all<double>({.family = GemmFamily::global, .variant = 1});
    check_all<float>({.family = GemmFamily::global, .variant = 1});
}
TEST_F(KernelGemm, BlockedForGpusAndForCpusF64) {
    for (const bool is_gpu : {true, false}) check_all<double>(default_gemm(ElementType::f64, is_gpu));
}
TEST_F(OptimisedGemm, BlockedForGpusAndForCpusF32) {
    for (const bool is_gpu : {true, false}) check_all<float>(default_gemm(ElementType::f32, is_gpu));
}

/// Among them values of the larger space.
TEST_F(KernelGemm, AnyBlockingGivesTheSame) {
    for (const char* kernel :
         {"gemm_blocked_f64_nn_8x8x3_2x4", "gemm_blocked_f64_nn_15x21x7_5x3",
          "gemm_blocked_f64_nn_64x32x20_16x1_v16", "gemm_blocked_f64_nt_32x16x8_8x2_v4_p1",
          "gemm_blocked_f64_tn_8x8x16_1x1_v4_p2_x2", "gemm_local_a_f64_nt_16x16x16_8x2_v8_p1",
          "gemm_local_f64_tt_16x16x16_4x2_p2", "gemm_global_f64_tn_16x8_2x4"}) {
        const auto p = parse_gemm(kernel);
        ASSERT_TRUE(p) << kernel;
        check<double>(*p, 71, 45, 50);
    }
}

/// Among them vectors along k, scalars with a padding of one, and one element a work-item.
TEST_F(KernelGemm, PublishedBlockingsGiveTheSame) {
    for (const test::PublishedKernel& published : test::published_kernels()) {
        GemmParameters p = published.kernel;
        p.transpose_b = p.variant != 0;
        check<float>(p, 71, 130, 43);
    }
}

/// With a guard, products are done if it is what is wanted, else left out.
TEST_F(KernelGemm, GuardedProductsAreDoneWhereTheGuardSaysSo) {
    const GemmSample<double> s{.m = 40, .n = 37, .k = 21, .alpha = 2, .beta = 1};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    for (const GemmFamily family : gemm_families()) {
        const GemmParameters p{.family = family, .guarded = true};
        if (!fault_on(p, machine_->target().devices[0].traits).empty()) continue;
        for (const std::int32_t number : {1, 2}) {
            Matrix<std::int32_t> guard(Layout::col_major, 1, 1, 0, 1);
            guard(0, 0) = number;
            auto got = c;
            test::InstructionRun(*machine_).in(a).in(b).in_out(got).in(guard).run(gemm(p),
                                                                                  {s.alpha, s.beta, 2.0});
            if (number == 2)
                EXPECT_TRUE(gemm_is_right(s, a, b, c, got)) << name(p);
            else
                EXPECT_EQ(got.data, c.data) << name(p);
        }
    }
}

}  // namespace
}  // namespace hg::kernels
