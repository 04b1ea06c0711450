// Products of complex matrices, with all nine pairs of operations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/complex_samples.hpp"
#include "support/kernel_runs.hpp"
#include "support/machine_test.hpp"
#include <hg/kernels/database.hpp>
#include <hg/kernels/gemm.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::GemmSample;
using test::Matrix;

constexpr std::complex<double> kAlpha{0.5, -1.25};
constexpr std::complex<double> kBeta{-0.75, 0.5};

/// Element (i, j) of op(X).
template <class T>
std::complex<double> element_of(Op op, const Matrix<T>& x, std::int64_t i, std::int64_t j) {
    const std::complex<double> element = test::wide(op == Op::none ? x(i, j) : x(j, i));
    return op == Op::conj_trans ? std::conj(element) : element;
}

/// |got - wanted| <= 3 eps (sqrt(2 k + 2) |alpha| |A| |B| + 2 |beta| |C|), each element having norms of rows
/// and columns of about sqrt(k), for the elements of the triangle.
template <class T>
void expect_right(const GemmSample<T>& s, const Matrix<T>& got, bool overwrite = false,
                  GemmTriangle triangle = GemmTriangle::none) {
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const auto k = static_cast<double>(s.k);
    const std::complex<double> beta = overwrite ? 0 : test::wide(s.beta);
    const double bound = 3 * test::epsilon_of<T>() *
                         (std::sqrt(2 * k + 2) * std::abs(kAlpha) * 2 * k + 2 * std::abs(beta) * 2);
    for (std::int64_t j = 0; j < s.n; ++j)
        for (std::int64_t i = 0; i < s.m; ++i) {
            if (triangle == GemmTriangle::c_lower ? i < j : triangle == GemmTriangle::c_upper && i > j)
                continue;
            std::complex<double> sum = 0;
            for (std::int64_t p = 0; p < s.k; ++p)
                sum += element_of(s.op_a, a, i, p) * element_of(s.op_b, b, p, j);
            const std::complex<double> wanted = test::wide(s.alpha) * sum + beta * test::wide(c(i, j));
            ASSERT_LE(std::abs(test::wide(got(i, j)) - wanted), bound)
                << static_cast<char>(s.op_a) << static_cast<char>(s.op_b) << " of " << s.m << " x " << s.n
                << " x " << s.k << ", element " << i << ", " << j;
        }
}

template <class T>
class ComplexGemm : public test::MachineTest {
  protected:
    static GemmSample<T> sample(Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k) {
        return {.op_a = op_a,
                .op_b = op_b,
                .m = m,
                .n = n,
                .k = k,
                .alpha = ScalarValue(kAlpha).as<T>(),
                .beta = ScalarValue(kBeta).as<T>()};
    }

    /// What the kernel makes of the sample, which is right. What it overwrites is NaN.
    static std::vector<T> product(const GemmParameters& p, const GemmSample<T>& s) {
        Matrix<T> c = s.make_c();
        if (p.overwrite) std::fill(c.data.begin(), c.data.end(), T{NAN, NAN});
        const Matrix<T> got = test::run_kernel(*machine_, p, s, s.make_a(), s.make_b(), c);
        expect_right(s, got, p.overwrite, p.triangle);
        return got.data;
    }
};

using ComplexTypes = testing::Types<std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ComplexGemm, ComplexTypes);

constexpr std::array kOperations{Op::none, Op::trans, Op::conj_trans};
constexpr GemmParameters kPlainFamily{.family = GemmFamily::complex};

TYPED_TEST(ComplexGemm, IsRightForAllPairsOfOperations) {
    for (const Op op_a : kOperations)
        for (const Op op_b : kOperations)
            for (const auto& [m, n, k] : {std::array{1, 1, 1}, {67, 70, 19}, {64, 65, 16}})
                this->product(kPlainFamily, this->sample(op_a, op_b, m, n, k));
}

TYPED_TEST(ComplexGemm, DoesNotReadWhatItOverwrites) {
    GemmParameters p = kPlainFamily;
    p.overwrite = true;
    this->product(p, this->sample(Op::none, Op::conj_trans, 35, 66, 21));
}

/// The last part of 70 steps by tiles of 16 is short, and with 7 parts there is nothing left for it.
TYPED_TEST(ComplexGemm, AddsUpPartsOfTheSum) {
    for (const int parts : {2, 4, 7})
        for (const bool overwrite : {false, true}) {
            GemmParameters p = kPlainFamily;
            p.split_k = parts;
            p.overwrite = overwrite;
            this->product(p, this->sample(Op::conj_trans, Op::none, 33, 70, 70));
        }
}

TYPED_TEST(ComplexGemm, MakesOneTriangle) {
    for (const auto triangle : {GemmTriangle::c_lower, GemmTriangle::c_upper}) {
        GemmParameters p = kPlainFamily;
        p.triangle = triangle;
        this->product(p, this->sample(Op::none, Op::conj_trans, 150, 150, 20));
    }
}

TYPED_TEST(ComplexGemm, AnyBlockingGivesTheSameBits) {
    const auto s = this->sample(Op::trans, Op::none, 45, 37, 50);
    GemmParameters p = kPlainFamily;
    const auto right = this->product(p, s);
    for (const auto& [m, n, k] : {std::array{8, 8, 3}, {32, 16, 20}, {15, 21, 7}}) {
        p.tile_m = m, p.tile_n = n, p.tile_k = k;
        p.work_m = m % 2 == 0 ? 2 : 5;
        p.work_n = n % 2 == 0 ? 4 : 3;
        EXPECT_EQ(this->product(p, s), right) << m << " x " << n << " x " << k;
    }
}

TYPED_TEST(ComplexGemm, CountsTheOperationsOfComplexProducts) {
    constexpr ElementType type = element_type_of<TypeParam>();
    const InstructionPtr instruction = gemm({.family = GemmFamily::complex, .type = type});
    const auto reg = [&](std::int64_t rows, std::int64_t cols) {
        return Register{.type = type, .rows = rows, .cols = cols, .ld = rows};
    };
    const std::array registers{reg(30, 50), reg(50, 40), reg(30, 40)};
    const std::array<ScalarValue, 2> scalars{1.0, 1.0};
    EXPECT_EQ(instruction->cost({registers, scalars}).flops, 8.0 * 30 * 40 * 50);
}

using PipelinedComplexGemm = ComplexGemm<std::complex<float>>;

constexpr GemmParameters with_small_tiles(GemmParameters p) {
    p.tile_m = p.tile_n = 16;
    p.tile_k = 4;
    p.work_m = p.work_n = 2;
    return p;
}

/// Elements are copied by loads and stores: what any device can run of the family for NVIDIA devices.
constexpr GemmParameters kSmallPipelined =
    with_small_tiles({.family = GemmFamily::complex_pipelined, .order = 2, .variant = 1});

TEST_F(PipelinedComplexGemm, HasTheBitsOfThePlainFamily) {
    for (const auto& [op_a, op_b] : {std::pair{Op::none, Op::none},
                                     {Op::none, Op::trans},
                                     {Op::trans, Op::conj_trans},
                                     {Op::conj_trans, Op::conj_trans}})
        for (const auto& [m, n, k] : {std::array{1, 1, 1}, {67, 18, 19}, {32, 48, 16}}) {
            const auto s = sample(op_a, op_b, m, n, k);
            EXPECT_EQ(product(kSmallPipelined, s), product(with_small_tiles(kPlainFamily), s))
                << m << " x " << n << " x " << k;
        }
}

TEST_F(PipelinedComplexGemm, AnyBlockingGivesTheSameBits) {
    const auto s = sample(Op::none, Op::none, 45, 37, 30);
    GemmParameters p = kSmallPipelined;
    const auto right = product(p, s);
    p.tile_k = 8;
    p.work_n = 4;
    p.stages = 4;
    EXPECT_EQ(product(p, s), right);
}

TEST_F(PipelinedComplexGemm, OverwritesAndKeepsToTriangles) {
    for (const auto triangle : {GemmTriangle::c_lower, GemmTriangle::c_upper}) {
        GemmParameters p = kSmallPipelined;
        p.overwrite = true;
        p.triangle = triangle;
        product(p, sample(Op::trans, Op::conj_trans, 50, 50, 21));
    }
}

TEST_F(PipelinedComplexGemm, AddsUpPartsOfTheSum) {
    GemmParameters p = kSmallPipelined;
    p.split_k = 3;
    product(p, sample(Op::trans, Op::conj_trans, 35, 20, 150));
    product(p, sample(Op::trans, Op::conj_trans, 18, 17, 5));
}

/// If a device has FP64 matrix instructions, they make the products of c64, and those of c32 have
/// asynchronous copies if there are some. Elsewhere the plain family makes both.
TEST(ComplexGemmNames, TheDeviceDecidesAboutMatrixInstructions) {
    const auto chosen = [](ElementType type, int capability, std::int64_t m = 500, bool is_gpu = true) {
        DeviceModel device;
        device.is_gpu = is_gpu;
        device.traits.nvidia_capability = capability;
        device.traits.local_memory = 227 << 10;
        device.traits.max_work_group = 1024;
        return Database::shipped().choose({type, true, false, m, 400, 300}, device).parameters;
    };
    EXPECT_EQ(name(chosen(ElementType::c64, 90)), "gemm_complex_mma_c64_tn");
    EXPECT_EQ(name(chosen(ElementType::c64, 90, 500, false)), "gemm_complex_c64_tn");
    EXPECT_EQ(name(chosen(ElementType::c64, 80)), "gemm_complex_c64_tn");
    EXPECT_EQ(name(chosen(ElementType::c64, 0)), "gemm_complex_c64_tn");
    EXPECT_EQ(name(chosen(ElementType::c32, 90)), "gemm_complex_pipelined_c32_tn");
    EXPECT_EQ(name(chosen(ElementType::c32, 75)), "gemm_complex_c32_tn");
    EXPECT_EQ(name(chosen(ElementType::c32, 90, 500, false)), "gemm_complex_c32_tn");
    EXPECT_EQ(name(chosen(ElementType::c32, 90, 127)), "gemm_complex_c32_tn");
    // Of few rows or columns.
    EXPECT_EQ(name(chosen(ElementType::c64, 90, 32)), "gemm_complex_mma_c64_tn_32x32x8_32x16");
    EXPECT_EQ(name(chosen(ElementType::c64, 90, 5)), "gemm_complex_c64_tn_16x16x16_2x2");
    EXPECT_EQ(name(chosen(ElementType::c32, 0, 31)), "gemm_complex_c32_tn_16x16x16_2x2");
}

/// Thin and deep products have their sums in parts, so that all compute units of a GPU have work; others have
/// not.
TEST(ComplexGemmNames, DeepSumsAreInParts) {
    const auto parts = [](std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t units,
                          bool is_gpu = true) {
        DeviceModel device;
        device.is_gpu = is_gpu;
        device.traits.nvidia_capability = 90;
        device.traits.local_memory = 227 << 10;
        device.traits.max_work_group = 1024;
        device.traits.compute_units = units;
        return Database::shipped()
            .choose({ElementType::c64, true, false, m, n, k}, device)
            .parameters.split_k;
    };
    EXPECT_EQ(parts(32, 480, 16384, 132), 16);
    EXPECT_EQ(parts(32, 480, 2048, 132), 8);
    EXPECT_EQ(parts(32, 480, 511, 132), 1);
    EXPECT_EQ(parts(512, 512, 16384, 132), 4);
    EXPECT_EQ(parts(2048, 2048, 16384, 132), 1);
    EXPECT_EQ(parts(32, 480, 16384, 1), 1);
    EXPECT_EQ(parts(32, 480, 16384, 132, false), 1);
}

TEST(ComplexGemmNames, FaultsAreTold) {
    const auto message = [](const GemmParameters& p) {
        try {
            static_cast<void>(gemm(p));
        } catch (const Error& error) {
            return error.message();
        }
        return std::string("none");
    };
    EXPECT_EQ(message({.type = ElementType::c64}), "GEMM kernel: family blocked is not for elements of c64");
    EXPECT_EQ(message({.family = GemmFamily::complex}),
              "GEMM kernel: family complex is not for elements of f64");
    const auto complex_mma = [&](int work_m, int tile_k, int stages) {
        return message({.family = GemmFamily::complex_mma,
                        .type = ElementType::c64,
                        .tile_k = tile_k,
                        .work_m = work_m,
                        .stages = stages});
    };
    EXPECT_EQ(complex_mma(8, 8, 4), "GEMM kernel: work_m must be a multiple of 32, and work_n of 16");
    EXPECT_EQ(complex_mma(32, 12, 4), "GEMM kernel: tile_k must be a multiple of 8");
    EXPECT_EQ(complex_mma(32, 8, 1), "GEMM kernel: stages must be 2 or more");
    EXPECT_EQ(complex_mma(32, 8, 2), "none");
    EXPECT_EQ(message({.transpose_a = true, .conjugate_a = true}),
              "GEMM kernel: real elements have no conjugates");
    EXPECT_EQ(message({.family = GemmFamily::complex, .type = ElementType::c32, .conjugate_b = true}),
              "GEMM kernel: conjugates are those of the transpose");
}

}  // namespace
}  // namespace hg::kernels
