#include <gtest/gtest.h>

#include "support/kernel_runs.hpp"
#include "support/published_kernels.hpp"
#include <hg/kernels/scale.hpp>

namespace hg::kernels {
namespace {

using test::GemmSample;
using test::Matrix;

class KernelGemm : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

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

    static std::unique_ptr<Machine> machine_;
};

std::unique_ptr<Machine> KernelGemm::machine_;

TEST_F(KernelGemm, RunsOnTheDevicesAskedFor) {
    EXPECT_EQ(machine_->device(0).is_host, test::on_host());
}

TEST_F(KernelGemm, GlobalF64) {
    check_all<double>({.family = GemmFamily::global});
}
TEST_F(KernelGemm, GlobalF32) {
    check_all<float>({.family = GemmFamily::global});
}
TEST_F(KernelGemm, GlobalWithTheSumInC) {
    check_all<double>({.family = GemmFamily::global, .variant = 1});
    check_all<float>({.family = GemmFamily::global, .variant = 1});
}
TEST_F(KernelGemm, BlockedForGpusF64) {
    check_all<double>(default_gemm(ElementType::f64, true));
}
TEST_F(KernelGemm, BlockedForGpusF32) {
    check_all<float>(default_gemm(ElementType::f32, true));
}
TEST_F(KernelGemm, BlockedForCpusF64) {
    check_all<double>(default_gemm(ElementType::f64, false));
}
TEST_F(KernelGemm, BlockedForCpusF32) {
    check_all<float>(default_gemm(ElementType::f32, false));
}

TEST_F(KernelGemm, AnyBlockingGivesTheSame) {
    for (const GemmParameters& p :
         {GemmParameters{.tile_m = 8, .tile_n = 8, .tile_k = 3, .work_m = 2, .work_n = 4},
          GemmParameters{.tile_m = 15, .tile_n = 21, .tile_k = 7, .work_m = 5, .work_n = 3},
          GemmParameters{.tile_m = 64, .tile_n = 32, .tile_k = 20, .work_m = 16, .work_n = 1, .vector = 16}})
        check<double>(p, 71, 45, 50);
}

/// Among them vectors along k, scalars with a padding of one, and one element a work-item.
TEST_F(KernelGemm, PublishedBlockingsGiveTheSame) {
    for (const test::PublishedKernel& published : test::published_kernels()) {
        GemmParameters p = published.kernel;
        p.transpose_b = p.variant != 0;
        check<float>(p, 71, 130, 43);
    }
}

TEST_F(KernelGemm, ValuesOfTheLargerSpaceGiveTheSame) {
    for (GemmParameters p :
         {GemmParameters{
              .tile_m = 32, .tile_n = 16, .tile_k = 8, .work_m = 8, .work_n = 2, .vector = 4, .padding = 1},
          GemmParameters{.tile_m = 8,
          .tile_n = 8,
          .tile_k = 16,
          .work_m = 1,
          .work_n = 1,
          .vector = 4,
          .padding = 2,
          .variant = 2},
          GemmParameters{.family = GemmFamily::local_a,
          .tile_m = 16,
          .tile_n = 16,
          .work_m = 8,
          .work_n = 2,
          .vector = 8,
          .padding = 1},
          GemmParameters{.family = GemmFamily::local,
          .tile_m = 16,
          .tile_n = 16,
          .work_m = 4,
          .work_n = 2,
          .padding = 2},
          GemmParameters{
              .family = GemmFamily::global, .tile_m = 16, .tile_n = 8, .work_m = 2, .work_n = 4}}) {
        p.transpose_a = p.padding != 1;
        p.transpose_b = p.work_n == 2;
        check<double>(p, 71, 45, 50);
    }
}

/// With a guard, products are done if it is what is wanted, else left out.
TEST_F(KernelGemm, GuardedProductsAreDoneWhereTheGuardSaysSo) {
    const GemmSample<double> s{.m = 40, .n = 37, .k = 21, .alpha = 2, .beta = 1};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    for (const GemmFamily family : gemm_families()) {
        GemmParameters p{.family = family, .guarded = true};
        if (!fault_on(p, machine_->target().devices[0].traits).empty()) continue;
        for (const std::int32_t guard : {1, 2}) {
            ProgramBuilder builder(machine_->target());
            const auto loaded = [&](const char* name, ElementType type, std::int64_t m, std::int64_t n) {
                const RegisterId reg = builder.reg(0, type, m, n);
                builder.load(reg, {builder.matrix(name, type, m, n), 0, 0, m, n});
                return reg;
            };
            const RegisterId ra = loaded("A", ElementType::f64, s.m, s.k);
            const RegisterId rb = loaded("B", ElementType::f64, s.k, s.n);
            const RegisterId rg = loaded("guard", ElementType::i32, 1, 1);
            const ParameterId pc = builder.matrix("C", ElementType::f64, s.m, s.n);
            const RegisterId rc = builder.reg(0, ElementType::f64, s.m, s.n);
            builder.load(rc, {pc, 0, 0, s.m, s.n});
            builder.exec(gemm(p), {ra, rb, rc, rg}, {s.alpha, s.beta, 2.0});
            builder.store({pc, 0, 0, s.m, s.n}, rc);
            auto got = c;
            machine_->run(std::move(builder).finish(), Bindings{}
                                                           .matrix("A", a.data.data(), a.ld)
                                                           .matrix("B", b.data.data(), b.ld)
                                                           .matrix("guard", &guard, 1)
                                                           .matrix("C", got.data.data(), got.ld));
            if (guard == 2)
                EXPECT_TRUE(gemm_is_right(s, a, b, c, got)) << name(p);
            else
                EXPECT_EQ(got.data, c.data) << name(p);
        }
    }
}

TEST_F(KernelGemm, ScaleAndZeroTouchTheRegisterAlone) {
    Matrix<double> c(Layout::col_major, 33, 17, 4, 1);
    c(3, 4) = std::numeric_limits<double>::quiet_NaN();
    for (const bool scales : {true, false}) {
        ProgramBuilder builder(machine_->target());
        const ParameterId pc = builder.matrix("C", ElementType::f64, c.rows, c.cols);
        const RegisterId rc = builder.reg(0, ElementType::f64, c.rows, c.cols, c.rows + 1);
        if (scales) {
            builder.load(rc, {pc, 0, 0, c.rows, c.cols});
            builder.exec(scale(ElementType::f64), {rc}, {3.0});
        } else {
            builder.exec(zero(ElementType::f64), {rc});
        }
        builder.store({pc, 0, 0, c.rows, c.cols}, rc);
        Matrix<double> got = c;
        machine_->run(std::move(builder).finish(), Bindings{}.matrix("C", got.data.data(), got.ld));
        EXPECT_TRUE(got.gaps_untouched());
        for (std::int64_t j = 0; j < c.cols; ++j)
            for (std::int64_t i = 0; i < c.rows; ++i) {
                if (!scales)
                    EXPECT_EQ(got(i, j), 0.0);
                else if (i == 3 && j == 4)
                    EXPECT_TRUE(std::isnan(got(i, j)));
                else
                    EXPECT_EQ(got(i, j), 3.0 * c(i, j));
            }
    }
}

}  // namespace
}  // namespace hg::kernels
