#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/emulated/emulated_gemm.hpp"
#include "kernels/emulated/emulated_product.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::kernels {
namespace {

/// As much as is known of a device of NVIDIA's.
DeviceTraits nvidia(int capability, std::int64_t units, std::int64_t local_kib) {
    DeviceTraits traits;
    traits.vendor = "NVIDIA";
    traits.nvidia_capability = capability;
    traits.compute_units = units;
    traits.local_memory = local_kib << 10;
    traits.max_work_group = 1024;
    return traits;
}

DeviceModel h200() {
    DeviceModel device;
    device.rate_f64 = 58e12;
    device.rate_f32 = 48e12;
    device.memory_rate = 4e12;
    device.traits = nvidia(90, 132, 227);
    return device;
}

TEST(ResidueLayout, HasAPlaceForEachByteOfAnOperand) {
    constexpr int kModuliUsed = 3;
    constexpr std::int64_t kDepth = 200;
    const std::int64_t rows = operand_rows(kDepth, kModuliUsed);
    EXPECT_EQ(rows * kResiduesOfElement, kModuliUsed * 2 * kOperandBlock);
    std::set<std::int64_t> places;
    for (int l = 0; l < kModuliUsed; ++l)
        for (std::int64_t line = 0; line < kBlockLines; ++line)
            for (std::int64_t p = 0; p < 2 * kBlockDepth; ++p)
                places.insert(operand_byte(line, p, l, kModuliUsed, rows));
    EXPECT_EQ(static_cast<std::int64_t>(places.size()), rows * kResiduesOfElement);
    EXPECT_EQ(*places.begin(), 0);
    EXPECT_EQ(*places.rbegin(), rows * kResiduesOfElement - 1);
}

TEST(ResidueLayout, HasAPlaceForEachByteOfAProduct) {
    constexpr int kModuliUsed = 2;
    const std::int64_t rows = product_rows(100, kModuliUsed);
    std::set<std::int64_t> places;
    for (int l = 0; l < kModuliUsed; ++l)
        for (std::int64_t i = 0; i < 2 * kBlockLines; ++i)
            for (std::int64_t j = 0; j < kBlockLines; ++j)
                places.insert(product_byte(i, j, l, kModuliUsed, rows));
    EXPECT_EQ(static_cast<std::int64_t>(places.size()), rows * kResiduesOfElement);
    EXPECT_EQ(*places.rbegin(), rows * kResiduesOfElement - 1);
}

TEST(EmulatedProducts, TakeTheUnitsOfADevice) {
    EXPECT_EQ(EmulatedProduct::on(nvidia(90, 132, 227), 14).name(), "emulated_product_wgmma_n14_g132_s4");
    EXPECT_EQ(EmulatedProduct::on(nvidia(80, 108, 163), 14).name(), "emulated_product_mma_n14_g108_s3");
    EXPECT_EQ(EmulatedProduct::on(nvidia(89, 128, 99), 7).name(), "emulated_product_mma_n7_g128_s2");
    EXPECT_EQ(EmulatedProduct::on(nvidia(100, 148, 227), 14).name(), "emulated_product_mma_n14_g148_s4");
    EXPECT_EQ(EmulatedProduct::on(nvidia(75, 40, 64), 14).name(), "emulated_product_n14_w4");
    EXPECT_EQ(EmulatedProduct::on(nvidia(80, 108, 48), 14).name(), "emulated_product_n14_w4");
    DeviceTraits host;
    host.is_host = true;
    EXPECT_EQ(EmulatedProduct::on(host, 14).name(), "emulated_product_n14_w4");
}

TEST(EmulatedProducts, OfHopperHaveAFormWithoutItsInstructions) {
    const InstructionPtr product =
        emulated_product({.moduli = 14, .units = IntegerUnits::wgmma, .groups = 132, .stages = 4});
    ASSERT_TRUE(product->newer_ptx.has_value());
    EXPECT_EQ(product->newer_ptx->target, "sm_90a");
    EXPECT_NE(product->build_options.find("WGMMA=1"), std::string::npos);
    EXPECT_EQ(product->newer_ptx->options_without.find("WGMMA"), std::string::npos);
    EXPECT_EQ(product->needs.nvidia_capability, 90);
    // No line of the instructions is left outside of a comment.
    const std::string& source = product->source;
    for (std::size_t at = source.find("wgmma."); at != std::string::npos;
         at = source.find("wgmma.", at + 1)) {
        const std::size_t line = source.rfind('\n', at) + 1;
        const std::string before = source.substr(line, at - line);
        EXPECT_TRUE(before.find("//HG ") != std::string::npos || before.find(';') != std::string::npos)
            << before;
    }
}

TEST(EmulatedProducts, RefuseOperandsThatDoNotFit) {
    const InstructionPtr product = emulated_product({.moduli = 2, .work = 4});
    const auto residues = [](std::int64_t depth, std::int64_t lines) {
        return Register{.type = ElementType::i32,
                        .rows = operand_rows(depth, 2),
                        .cols = residue_cols(lines),
                        .ld = operand_rows(depth, 2)};
    };
    const Register one{.type = ElementType::i32, .rows = 1, .cols = 1, .ld = 1};
    const Register u{
        .type = ElementType::i32, .rows = product_rows(100, 2), .cols = 1, .ld = product_rows(100, 2)};
    const std::vector<ScalarValue> all{0.0};
    const auto check = [&](std::int64_t depth_a, std::int64_t depth_b, std::int64_t m) {
        const std::vector<Register> registers{residues(depth_a, m), residues(depth_b, 50), one, one, u, one};
        product->check({registers, all});
    };
    EXPECT_NO_THROW(check(300, 300, 100));
    EXPECT_THROW(check(300, 500, 100), Error);
    EXPECT_THROW(check(300, 300, 200), Error);
    EXPECT_THROW(check(1 << 18, 1 << 18, 100), Error);
}

TEST(EmulatedProducts, TakeLessThanNativeOnesInSimulation) {
    const InstructionPtr product = emulated_product(EmulatedProduct::on(h200().traits, 14));
    const std::int64_t rows = operand_rows(8192, 14);
    const Register operand{.type = ElementType::i32, .rows = rows, .cols = 128, .ld = rows};
    const Register u{
        .type = ElementType::i32, .rows = product_rows(8192, 14), .cols = 128, .ld = product_rows(8192, 14)};
    const Register one{.type = ElementType::i32, .rows = 1, .cols = 1, .ld = 1};
    const std::vector<Register> registers{operand, operand, one, one, u, one};
    const std::vector<ScalarValue> all{0.0}, lower{1.0};
    const double seconds = product->cost({registers, all}).seconds;
    const double flops = 2.0 * 8192 * 8192 * 8192;
    EXPECT_LT(seconds, flops / h200().rate_f64);
    EXPECT_GT(seconds, 0.3 * flops / h200().rate_f64);
    EXPECT_NEAR(product->cost({registers, lower}).seconds, seconds / 2, seconds / 10);
}

TEST(Moduli, BoundWhatRoundingCosts) {
    for (const ElementType type : kFloatingTypes) {
        const double allowed = needs_f64(type) ? 2.25 * 0x1p-52 : 2.25 * 0x1p-23;
        double before = 1;
        for (int count = kLeastModuli; count <= kMostModuli; ++count) {
            EXPECT_LT(rounding_bound(type, count), before);
            before = rounding_bound(type, count);
        }
        EXPECT_LE(rounding_bound(type, moduli_for(type)), allowed);
        EXPECT_GT(rounding_bound(type, moduli_for(type) - 1), allowed);
    }
    EXPECT_GT(rounding_bound(ElementType::c64, 14), rounding_bound(ElementType::f64, 14));
}

}  // namespace
}  // namespace hg::kernels
