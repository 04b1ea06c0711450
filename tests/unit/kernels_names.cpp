#include <gtest/gtest.h>

#include <set>
#include <string>

#include "kernels/emulated/emulated_gemm.hpp"
#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/lu/row_moves.hpp"
#include "kernels/qr/qr_tree.hpp"
#include "kernels/solver/solver_kernels.hpp"
#include "kernels/triangle/triangle.hpp"
#include <hg/kernels/gemm.hpp>
#include <hg/kernels/gemv.hpp>
#include <hg/kernels/library.hpp>
#include <hg/kernels/rank_update.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/kernels/spmv.hpp>
#include <hg/kernels/symv.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

TEST(KernelNames, EveryNameGivesItsInstruction) {
    const auto all = names();
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
    std::size_t kinds = 0;  // of family and type
    for (GemmFamily family : gemm_families())
        for (ElementType type : {ElementType::f32, ElementType::f64})
            kinds += blocking_fault({.family = family, .type = type}).empty();
    EXPECT_EQ(all.size(), 3u * kElementTypes.size() + 72u + (12u + kMostPivotsOfForms.size()) * 4 + 8u + 2u +
                              8 * kinds + 12u + 6u + qr_tree_names().size() + emulated_names().size() +
                              triangle_names().size() + vector_names().size() + rank_update_names().size() +
                              symv_names().size() + gemv_names().size() + trsv_names().size() +
                              spmv_names().size() + solver_kernel_names().size());
    for (const std::string& name : all) {
        const InstructionPtr instruction = find(name);
        ASSERT_NE(instruction, nullptr) << name;
        EXPECT_EQ(instruction->name, name);
        EXPECT_EQ(find(name), instruction) << "one object a name";
        EXPECT_FALSE(instruction->source.empty()) << name;
        EXPECT_TRUE(instruction->host) << name;
        check_instruction(*instruction);
    }
}

TEST(KernelNames, BlockingIsPartOfTheNameWhereItIsNotTheDefault) {
    EXPECT_EQ(name({.type = ElementType::f64, .transpose_b = true}), "gemm_blocked_f64_nt");
    EXPECT_EQ(name({.family = GemmFamily::global, .type = ElementType::f32, .overwrite = true}),
              "gemm_global_f32_nn_set");
    EXPECT_EQ(name({.tile_m = 128, .tile_n = 64, .tile_k = 8, .work_m = 8, .work_n = 4}),
              "gemm_blocked_f64_nn_128x64x8_8x4");
    EXPECT_EQ(name({.vector = 4}), "gemm_blocked_f64_nn_v4");
    const std::string cpu = name(default_gemm(ElementType::f64, false));
    EXPECT_EQ(cpu, "gemm_blocked_f64_nn_128x128x64_8x8_v8_p8_x1");
    for (const std::string& text :
         {std::string("gemm_blocked_f64_nn_128x64x8_8x4"), std::string("gemm_blocked_f64_nn_v4"),
          std::string("gemm_blocked_f32_tt_set_32x32x8_2x2"), std::string("gemm_blocked_f64_tn_if"),
          std::string("gemm_blocked_f64_tn_set_if_v4"), std::string("gemm_mma_f64_nt_cl"),
          std::string("gemm_pipelined_f32_nn_set_if_bu_o4"), std::string("gemm_local_f64_nn_16x16x16_2x1"),
          std::string("gemm_global_f32_tn_32x8_2x4"), std::string("gemm_blocked_f64_nn_16x64x32_1x16_v8_x2"),
          std::string("gemm_blocked_f64_nn_v1_x2"), cpu}) {
        const InstructionPtr instruction = find(text);
        ASSERT_NE(instruction, nullptr) << text;
        EXPECT_EQ(instruction->name, text);
        const auto parameters = parse_gemm(text);
        ASSERT_TRUE(parameters.has_value());
        EXPECT_EQ(name(*parameters), text);
        EXPECT_EQ(gemm(*parameters), instruction);
    }
    EXPECT_EQ(gemm({}), gemm({.tile_m = 64})) << "stating a default changes nothing";
}

TEST(KernelNames, MayHaveDefaultsWrittenOut) {
    const std::vector<std::pair<std::string, std::string>> long_and_short{
        {"gemm_local_f32_nn_16x16x16", "gemm_local_f32_nn"},
        {"gemm_blocked_f64_nn_64x64x16_4x4", "gemm_blocked_f64_nn"},
        {"gemm_blocked_f64_nn_64x64x8_4x4_v2", "gemm_blocked_f64_nn_64x64x8_4x4"},
        {"gemm_blocked_f64_nn_v2_p0_t0_u16_x0", "gemm_blocked_f64_nn"},
        {"gemm_mma_f64_nt_set_128x128x32_64x32_s3_o8", "gemm_mma_f64_nt_set"},
        {"gemm_global_f64_nn_k1_0x0", "gemm_global_f64_nn"},
        {"gemm_local_f32_nn_16x16x16_1x1", "gemm_local_f32_nn"},
        {"gemm_local_f32_nn_8x8x8_1x1", "gemm_local_f32_nn_8x8x8"}};
    for (const auto& [written_out, shortest] : long_and_short) {
        const auto parameters = parse_gemm(written_out);
        ASSERT_TRUE(parameters.has_value()) << written_out;
        EXPECT_EQ(name(*parameters), shortest);
        EXPECT_EQ(parameters, parse_gemm(shortest));
        EXPECT_EQ(find(written_out), find(shortest));
    }
}

TEST(KernelNames, OtherTextsAreNoNames) {
    for (const char* text : {"",
                             "gemm",
                             "gemm_blocked",
                             "gemm_blocked_f64",
                             "gemm_blocked_f64_n",
                             "gemm_blocked_f64_nx",
                             "gemm_blocked_i32_nn",
                             "gemm_blocked_f64_nn_",
                             "gemm_blocked_f64_nn_064x64x8_4x4",
                             "gemm_blocked_f64_nn_+64x64x8_4x4",
                             "gemm_blocked_f64_nn_v02",
                             "gemm_blocked_f64_nn_v0",
                             "gemm_blocked_f64_nn_s3",
                             "gemm_local_f32_nn_16x16x016",
                             "gemm_local_f32_nn_16x16",
                             "gemm_local_f32_nn_16x16x0",
                             "gemm_blocked_f64_nn_k01",
                             "gemm_blocked_f64_nn_64x64x8_4x4_v",
                             "gemm_blocked_f64_nn_64x64x8_4x4_v3",
                             "gemm_blocked_f64_nn_64x64x8_5x4",
                             "gemm_blocked_f64_nn_99999999999x64x8_4x4",
                             "gemm_blocked_f64_nn_-64x64x8_4x4",
                             "gemm_blocked_f64_nn_1024x1024x1024_1x1",
                             "gemm_blocked_f64_nn_0x64x8_4x4",
                             "gemm_global_f64_nn_64x64x8_4x4",
                             "gemm_global_f64_nn ",
                             "scale_f16",
                             "zero"})
        EXPECT_EQ(find(text), nullptr) << text;
}

TEST(KernelNames, ParametersThatDoNotDivideAreRefused) {
    const auto refused = [](const GemmParameters& p) {
        try {
            (void)gemm(p);
            return false;
        } catch (const Error& error) {
            return error.code() == ErrorCode::invalid_argument;
        }
    };
    EXPECT_TRUE(refused({.tile_m = 64, .work_m = 5}));
    EXPECT_TRUE(refused({.tile_n = 30, .work_n = 4}));
    EXPECT_TRUE(refused({.work_m = 4, .vector = 8}));
    EXPECT_TRUE(refused({.vector = 3}));
    EXPECT_TRUE(refused({.tile_k = 17, .unroll = 2}));
    EXPECT_TRUE(refused({.transpose_local = 4}));
    EXPECT_TRUE(refused({.family = GemmFamily::pipelined, .padding = 1}));
    EXPECT_TRUE(refused({.variant = 3}));
    EXPECT_TRUE(refused({.tile_k = 10, .vector = 4, .variant = 2}));
    EXPECT_TRUE(refused({.transpose_local = 2, .variant = 2}));
    EXPECT_TRUE(refused({.family = GemmFamily::global, .work_n = 2}));
    EXPECT_TRUE(refused({.family = GemmFamily::global, .tile_m = 8, .tile_n = 8, .work_m = 2, .variant = 1}));
    EXPECT_TRUE(refused({.family = GemmFamily::global, .variant = 2}));
    EXPECT_TRUE(refused({.split_k = 0}));
    EXPECT_TRUE(refused({.split_k = 2, .triangle = GemmTriangle::c_lower}));
    EXPECT_TRUE(refused({.family = GemmFamily::global, .tile_m = 16}));
    EXPECT_TRUE(refused({.family = GemmFamily::mma, .type = ElementType::f32}));
    EXPECT_TRUE(refused({.family = GemmFamily::mma, .work_m = 24}));
    EXPECT_TRUE(refused({.tile_m = -64}));
    EXPECT_TRUE(refused({.type = ElementType::i32}));
    EXPECT_TRUE(refused({.tile_m = 128, .tile_n = 128, .work_m = 1, .work_n = 1}));
    EXPECT_TRUE(refused({.tile_m = 512, .tile_n = 512, .tile_k = 128, .work_m = 16, .work_n = 16}));
}

TEST(Kernels, CostsAndGeometryFollowTheShapes) {
    const Register a{ElementType::f64, 0, 100, 30, 100};
    const Register b{ElementType::f64, 0, 30, 70, 30};
    const Register c{ElementType::f64, 0, 100, 70, 100};
    const std::vector<Register> registers{a, b, c};
    const InstructionPtr plain = gemm({});
    const Cost cost = plain->cost({registers, {}});
    EXPECT_EQ(cost.flops, 2.0 * 100 * 70 * 30);
    EXPECT_EQ(cost.bytes, 8.0 * (100 * 30 + 30 * 70 + 2 * 100 * 70));
    EXPECT_EQ(gemm({.overwrite = true})->cost({registers, {}}).bytes, 8.0 * (100 * 30 + 30 * 70 + 100 * 70));
    const Geometry geometry = plain->geometry({registers, {}});
    EXPECT_EQ(geometry.global[0], 2u * 16);
    EXPECT_EQ(geometry.global[1], 2u * 16);
    EXPECT_EQ(geometry.local[0], 16u);
    EXPECT_NO_THROW(plain->check({registers, {}}));
    try {
        gemm({.transpose_a = true})->check({registers, {}});
        FAIL() << "op(A) is 30x100";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_program);
        EXPECT_NE(error.message().find("30x100"), std::string::npos) << error.message();
    }
}

TEST(Kernels, TrianglesCostHalfAndFitTheirMatrices) {
    const auto registers = [](std::int64_t m, std::int64_t n, std::int64_t k) {
        return std::vector<Register>{
            {ElementType::f64, 0, m, k, m}, {ElementType::f64, 0, k, n, k}, {ElementType::f64, 0, m, n, m}};
    };
    const auto cost = [](GemmTriangle triangle, const std::vector<Register>& shapes) {
        return gemm({.triangle = triangle})->cost({shapes, {}});
    };
    for (const GemmTriangle triangle : {GemmTriangle::c_lower, GemmTriangle::c_upper}) {
        const Cost of_c = cost(triangle, registers(100, 100, 30));
        EXPECT_EQ(of_c.flops, 100.0 * 101 * 30);
        EXPECT_EQ(of_c.bytes, 8.0 * (2 * 100 * 30 + 100 * 101));
    }
    // Of a tall C, what is below its triangle too.
    EXPECT_EQ(cost(GemmTriangle::c_lower, registers(100, 70, 30)).flops, 2.0 * 30 * (70 * 71 / 2 + 30 * 70));
    EXPECT_EQ(cost(GemmTriangle::c_upper, registers(70, 100, 30)).flops, 2.0 * 30 * (70 * 71 / 2 + 30 * 70));
    for (const GemmTriangle triangle : {GemmTriangle::a_lower, GemmTriangle::a_upper}) {
        const Cost of_a = cost(triangle, registers(100, 30, 100));
        EXPECT_EQ(of_a.flops, 100.0 * 101 * 30);
        EXPECT_EQ(of_a.bytes, 8.0 * (50 * 101 + 3 * 100 * 30));
    }
    for (const GemmTriangle triangle : {GemmTriangle::b_lower, GemmTriangle::b_upper}) {
        const Cost of_b = cost(triangle, registers(30, 100, 100));
        EXPECT_EQ(of_b.flops, 100.0 * 101 * 30);
        EXPECT_EQ(of_b.bytes, 8.0 * (50 * 101 + 3 * 100 * 30));
    }
    const double whole = cost(GemmTriangle::none, registers(4096, 4096, 4096)).efficiency;
    const double half = cost(GemmTriangle::a_lower, registers(4096, 4096, 4096)).efficiency;
    EXPECT_LT(half, whole) << "tiles on the diagonal are multiplied whole";
    EXPECT_GT(half, 0.95 * whole);
    for (const auto& [triangle, what] :
         {std::pair{GemmTriangle::c_upper, "C must"}, std::pair{GemmTriangle::a_lower, "op(A) must"},
          std::pair{GemmTriangle::b_upper, "op(B) must"}})
        try {
            const std::vector<Register> shapes = registers(100, 70, 30);
            gemm({.triangle = triangle})->check({shapes, {}});
            FAIL() << what << " fit";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_program);
            EXPECT_NE(error.message().find(what), std::string::npos) << error.message();
        }
}

/// What is left out as a rule is no work; what is done unless something failed is.
TEST(Kernels, GuardedProductsCostWhatTheirGuardSays) {
    const std::vector<Register> shapes{{ElementType::f64, 0, 40, 20, 40},
                                       {ElementType::f64, 0, 20, 30, 20},
                                       {ElementType::f64, 0, 40, 30, 40},
                                       {ElementType::i32, 0, 1, 1, 1}};
    const auto flops = [&](double wanted) {
        const std::vector<ScalarValue> scalars{1.0, 1.0, wanted};
        return gemm({.guarded = true})->cost({shapes, scalars}).flops;
    };
    EXPECT_EQ(flops(1), 0);
    EXPECT_EQ(flops(0), 2.0 * 40 * 30 * 20);
}

}  // namespace
}  // namespace hg::kernels
