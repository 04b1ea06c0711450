#include <gtest/gtest.h>

#include "kernels/gemm.hpp"
#include "kernels/reference.hpp"
#include "kernels/scale.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/program/builder.hpp"
#include "support/gemm_samples.hpp"
#include "support/test_devices.hpp"

namespace hg::kernels {
namespace {

using test::GemmSample;
using test::Matrix;

class KernelGemm : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    /// Runs one instruction on whole matrices.
    template <class T>
    static Matrix<T> run(const GemmParameters& p, const GemmSample<T>& s, const Matrix<T>& a,
                         const Matrix<T>& b, const Matrix<T>& c) {
        constexpr ElementType type = element_type_of<T>();
        ProgramBuilder builder(machine_->target());
        const auto load = [&](const char* name, const Matrix<T>& x) {
            const ParameterId parameter = builder.matrix(name, type, x.rows, x.cols);
            const RegisterId reg = builder.reg(0, type, x.rows, x.cols, x.rows + 3);
            builder.load(reg, {parameter, 0, 0, x.rows, x.cols});
            return reg;
        };
        const RegisterId ra = load("A", a);
        const RegisterId rb = load("B", b);
        const ParameterId pc = builder.matrix("C", type, c.rows, c.cols);
        const RegisterId rc = builder.reg(0, type, c.rows, c.cols, c.rows + 1);
        if (!p.overwrite) builder.load(rc, {pc, 0, 0, c.rows, c.cols});
        builder.exec(gemm(p), {ra, rb, rc}, {s.alpha, s.beta});
        builder.store({pc, 0, 0, c.rows, c.cols}, rc);
        Matrix<T> result = c;
        machine_->run(std::move(builder).finish(), Bindings{}
                                                       .matrix("A", a.data.data(), a.ld)
                                                       .matrix("B", b.data.data(), b.ld)
                                                       .matrix("C", result.data.data(), result.ld));
        return result;
    }

    template <class T>
    static void check(GemmParameters p, std::int64_t m, std::int64_t n, std::int64_t k) {
        GemmSample<T> s{
            .m = m, .n = n, .k = k, .alpha = T{2.5}, .beta = p.overwrite ? T{0} : T{-0.5}, .gap = 2};
        if (p.transpose_a) s.op_a = Op::trans;
        if (p.transpose_b) s.op_b = Op::trans;
        const auto a = s.make_a();
        const auto b = s.make_b();
        const auto c = s.make_c();
        const auto got = run(p, s, a, b, c);
        EXPECT_TRUE(gemm_is_right(s, a, b, c, got)) << name(p);
        if (test::on_host()) return;
        auto expected = c;
        reference_gemm(p.transpose_a, p.transpose_b, m, n, k, s.alpha, a.data.data(), a.ld, b.data.data(),
                       b.ld, s.beta, expected.data.data(), expected.ld, p.overwrite);
        EXPECT_EQ(got.data, expected.data)
            << name(p) << ": kernels give the reference's bits, wherever an element lies";
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
