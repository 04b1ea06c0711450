// Names of instructions, for all families of kernels.
#include <gtest/gtest.h>

#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/emulated/emulated_gemm.hpp"
#include "kernels/emulated/emulated_product.hpp"
#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/ldl/ldl_panel.hpp"
#include "kernels/lu/row_moves.hpp"
#include "kernels/qr/qr_tree.hpp"
#include "kernels/solver/solver_kernels.hpp"
#include "kernels/triangle/triangle.hpp"
#include "support/expected_error.hpp"
#include "support/machine_test.hpp"
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

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

TEST(KernelNames, EveryNameGivesItsInstruction) {
    const auto all = names();
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
    std::size_t kinds = 0;  // of family and type
    for (GemmFamily family : gemm_families())
        for (ElementType type : {ElementType::f32, ElementType::f64})
            kinds += blocking_fault({.family = family, .type = type}).empty();
    EXPECT_EQ(all.size(), 3u * kElementTypes.size() + 72u + (13u + kMostPivotsOfForms.size()) * 4 + 8u + 2u +
                              8 * kinds + 12u + 6u + ldl_panel_names().size() + qr_tree_names().size() +
                              emulated_names().size() + triangle_names().size() + vector_names().size() +
                              rank_update_names().size() + symv_names().size() + gemv_names().size() +
                              trsv_names().size() + spmv_names().size() + solver_kernel_names().size());
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

TEST(KernelNames, FamiliesFindTheirOwn) {
    using Names = std::vector<std::string> (*)();
    using Find = InstructionPtr (*)(std::string_view);
    for (const auto& [names_of_family, find_in_family] : {std::pair<Names, Find>{gemv_names, find_gemv},
                                                          {rank_update_names, find_rank_update},
                                                          {symv_names, find_symv},
                                                          {trsv_names, find_trsv},
                                                          {vector_names, find_vector},
                                                          {spmv_names, find_spmv},
                                                          {emulated_names, find_emulated},
                                                          {qr_tree_names, find_qr_tree},
                                                          {triangle_names, find_triangle}}) {
        for (const std::string& text : names_of_family()) EXPECT_EQ(find_in_family(text), find(text)) << text;
        EXPECT_EQ(find_in_family("gemm_global_f64_nn"), nullptr);
    }
    EXPECT_EQ(rank_update_names().size(), 4u * 3 * (1 + 2 + 2));
    EXPECT_EQ(symv_names().size(), 2u * 2 * (1 + 3 * 4));
    for (const std::string& text :
         words("trmv_t_f64_i32x8_v2_c2_u4_s7 gemv_total_f32_qn_l16 symv_sum_f64_l_nn_t8_h1_s1_k1 "
               "vector_nrm2_total_f32_i128 spmv_coo_rest_f32_qn_n6 emulated_product_mma_n5_g40_s2 "
               "cg_update_f64_d_v1_i64_g7")) {
        ASSERT_NE(find(text), nullptr) << text;
        EXPECT_EQ(find(text)->name, text);
    }
}

/// A name, and the parameters that parse() finds in it.
template <class Parameters>
void expect_named(const Parameters& p, const std::string& text,
                  std::optional<Parameters> (*parse)(std::string_view)) {
    EXPECT_EQ(name(p), text);
    EXPECT_EQ(parse(text), p);
}

TEST(KernelNames, TellAllParameters) {
    constexpr auto kNumber = VectorCoefficient::number, kElement = VectorCoefficient::element,
                   kQuotient = VectorCoefficient::quotient;
    expect_named(
        GemvParameters{
            .type = ElementType::f32,
            .transpose = true,
            .overwrite = true,
            .alpha = kElement,
            .blocking = {.row_items = 128, .column_items = 2, .vector = 4, .columns = 4, .unroll = 2}},
        "gemv_t_f32_set_an_i128x2_v4_c4_u2_s1", parse_gemv);
    expect_named(RankUpdateParameters{RankUpdate::syr2, ElementType::f32, true, kQuotient, {8, 64, 16, 2}},
                 "syr2_f32_u_q_v8_i64_c16_u2", parse_rank_update);
    expect_named(SymvParameters{ElementType::f32, true, {4, 32, 2, 6, 8, 2, 1, 5}},
                 "symv_f32_u_v4_t32_h2_s6_r8_c2_p1_k5", parse_symv);
    expect_named(TrsvParameters{ElementType::f32, true, {32, 4, 8, 64, 3, 7}},
                 "trsv_f32_t_b32_s4_v8_i64_a3_g7", parse_trsv);
    expect_named(VectorParameters{VectorOperation::axpy, ElementType::f32, kQuotient, {4, 2, 64, 7}},
                 "vector_axpy_f32_q_v4_w2_i64_g7", parse_vector);
    expect_named(
        SpmvParameters{SpmvKernel::sell, ElementType::c32, false, kElement, kNumber, {2, 128, 1, 64, 8, 4}},
        "spmv_sell_c32_an_h64_l2_i128_u1_c4", parse_spmv);
    EXPECT_EQ(name(GemvParameters{}), "gemv_n_f64_i32x8_v2_r1_u4_s1");
    EXPECT_EQ(name(RankUpdateParameters{}), "ger_f64_v2_i128_c32_u4");
    EXPECT_EQ(name(SymvParameters{}), "symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k16");
    EXPECT_EQ(name(VectorParameters{}), "vector_copy_f64_v2_w4_i256_g1024");
    EXPECT_EQ(name({.operation = VectorOperation::dotc, .type = ElementType::c32}),
              "vector_dotc_c32_v1_w4_i256_g1024");
    EXPECT_EQ(name(SpmvParameters{}), "spmv_csr_rows_f64_l1_i256_u4_c1");
    // Stating a default changes nothing.
    EXPECT_EQ(gemv_kernel({}), gemv_kernel({.blocking = {.vector = 2}}));
    EXPECT_EQ(rank_update({}), rank_update({.blocking = {.vector = 2}}));
    EXPECT_EQ(symv_products({}), symv_products({.blocking = {.vector = 2}}));
    EXPECT_EQ(trsv_solve({}), trsv_solve({.blocking = {.vector = 2}}));
    EXPECT_EQ(vector_kernel({}), vector_kernel({.blocking = {.vector = 2}}));
    for (const bool is_gpu : {false, true})
        for (const ElementType type : kFloatingTypes)
            for (const std::int64_t n : {1, 100, 100000}) {
                const TrsvParameters by_default{type, false, default_trsv_blocking(type, n, is_gpu)};
                EXPECT_EQ(parse_trsv(name(by_default)), by_default);
            }
}

TEST(KernelNames, OfSecondInstructionsTellWhatTheyNeed) {
    const SymvParameters symv{ElementType::f32, true, {4, 32, 2, 6, 8, 2, 1, 5}};
    EXPECT_EQ(symv_sum(symv, {VectorCoefficient::element, VectorCoefficient::quotient})->name,
              "symv_sum_f32_u_aq_t32_h2_s6_k5");
    EXPECT_EQ(symv_sum(symv, {.overwrite = true})->name, "symv_sum_f32_u_n0_t32_h2_s6_k5");
    const TrsvParameters trsv{ElementType::f32, true, {32, 4, 8, 64, 3, 7}};
    EXPECT_EQ(trsv_inverses(trsv)->name, "trsv_inverses_f32_t_b32_s4_i64");
    EXPECT_EQ(find_trsv("trsv_inverses_f32_t_b32_s4_i64"), trsv_inverses(trsv));
    EXPECT_EQ(vector_total(VectorOperation::dotc, ElementType::c64, 64),
              vector_total(VectorOperation::dot, ElementType::c64, 64));
    EXPECT_EQ(vector_total(VectorOperation::nrm2, ElementType::c64, 64),
              vector_total(VectorOperation::nrm2, ElementType::f64, 64));
    const SpmvParameters merge{.kernel = SpmvKernel::csr_merge, .overwrite = true, .blocking = {.items = 64}};
    EXPECT_EQ(name(merge), "spmv_csr_merge_f64_set_i64_w8_c1");
    EXPECT_EQ(spmv_rest(merge)->name, "spmv_csr_merge_rest_f64_set_n512");
    EXPECT_EQ(find_spmv("spmv_csr_merge_rest_f64_set_n512"), spmv_rest(merge));
    const QrTree tree{.type = ElementType::f32, .width = 8, .rows = 32, .portable = true};
    for (const auto& [name, instruction] :
         {std::pair<std::string, InstructionPtr>{"qr_tree_factor_f64_w32_b256", qr_tree_factor({})},
          {"qr_tree_expand_f32_w8_b32_portable", qr_tree_expand(tree)},
          {"qr_tree_reconstruct_f32_w8_b32_portable", qr_tree_reconstruct(tree)},
          {"qr_tree_finish_f32_w8_b32_portable", qr_tree_finish(tree)}}) {
        EXPECT_EQ(instruction->name, name);
        EXPECT_EQ(find_qr_tree(name), instruction);
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
         words("gemm_blocked_f64_nn_128x64x8_8x4 gemm_blocked_f64_nn_v4 gemm_blocked_f32_tt_set_32x32x8_2x2 "
               "gemm_blocked_f64_tn_if gemm_blocked_f64_tn_set_if_v4 gemm_mma_f64_nt_cl "
               "gemm_pipelined_f32_nn_set_if_bu_o4 gemm_local_f64_nn_16x16x16_2x1 "
               "gemm_global_f32_tn_32x8_2x4 gemm_blocked_f64_nn_16x64x32_1x16_v8_x2 "
               "gemm_blocked_f64_nn_v1_x2 gemm_complex_c64_tc gemm_complex_c32_nn_set_cl "
               "gemm_complex_c64_cn_if_32x32x8_2x2 gemm_complex_mma_c64_ct_set_al gemm_complex_c64_nn_k2 "
               "gemm_complex_mma_c64_cn_k32 gemm_complex_mma_c64_nn_128x64x16_32x32_s3_o4 "
               "gemm_complex_pipelined_c32_nt_64x128x8_8x8_s3 gemm_complex_pipelined_c32_cc_if_x1 "
               "gemm_complex_pipelined_c32_nn_k4 " +
               cpu)) {
        const InstructionPtr instruction = find(text);
        ASSERT_NE(instruction, nullptr) << text;
        EXPECT_EQ(instruction->name, text);
        const auto parameters = parse_gemm(text);
        ASSERT_TRUE(parameters.has_value());
        EXPECT_EQ(name(*parameters), text);
        EXPECT_EQ(gemm(*parameters), instruction);
    }
    EXPECT_EQ(name({.family = GemmFamily::complex,
                    .type = ElementType::c64,
                    .transpose_a = true,
                    .transpose_b = true,
                    .conjugate_b = true}),
              "gemm_complex_c64_tc");
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
    EXPECT_EQ(find(""), nullptr);
    EXPECT_EQ(find("gemm_global_f64_nn "), nullptr);
    for (const std::string& text : words(R"(
            gemm gemm_blocked gemm_blocked_f64 gemm_blocked_f64_n gemm_blocked_f64_nx
            gemm_blocked_i32_nn gemm_blocked_f64_nn_ gemm_blocked_f64_nn_064x64x8_4x4
            gemm_blocked_f64_nn_+64x64x8_4x4 gemm_blocked_f64_nn_v02 gemm_blocked_f64_nn_v0
            gemm_blocked_f64_nn_s3 gemm_local_f32_nn_16x16x016 gemm_local_f32_nn_16x16
            gemm_local_f32_nn_16x16x0 gemm_blocked_f64_nn_k01 gemm_blocked_f64_nn_64x64x8_4x4_v
            gemm_blocked_f64_nn_64x64x8_4x4_v3 gemm_blocked_f64_nn_64x64x8_5x4
            gemm_blocked_f64_nn_99999999999x64x8_4x4 gemm_blocked_f64_nn_-64x64x8_4x4
            gemm_blocked_f64_nn_1024x1024x1024_1x1 gemm_blocked_f64_nn_0x64x8_4x4
            gemm_global_f64_nn_64x64x8_4x4 scale_f16 zero gemm_complex_f64_nn
            gemm_blocked_c64_nn gemm_blocked_f64_nc gemm_complex_i32_nn gemm_complex_mma_c32_nn
            gemm_complex_mma_f64_nn gemm_complex_pipelined_c64_nn
            gemm_complex_pipelined_c32_nn_126x128x8_7x8 gemv_ gemv_n_f64
            gemv_n_i32_i32x8_v2_r1_u4_s1 gemv_n_f64_i32x8_v2_c1_u4_s1
            gemv_n_f64_i32x8_v2_r1_u4_s1_ gemv_n_f64_i32x8_v2_r1_u4_s0
            gemv_n_f64_i32x8_v0_r1_u4_s1 gemv_n_f64_i32x8_v02_r1_u4_s1
            gemv_n_f64_i32x64_v2_r1_u4_s1 gemv_n_f64_i31x8_v2_r1_u4_s1
            gemv_n_f64_set_nq_i32x8_v2_r1_u4_s1 gemv_n_f64_an_i32x8_v2_r1_u4_s2
            trmv_n_f64_set_i32x8_v2_r1_u4_s1 gemv_t_f64_i32x8_v16_c1_u4_s1
            gemv_t_f64_i32x8_v2_c3_u4_s1 gemv_total_f64_l3 gemv_total_f64_l128
            gemv_total_f64_set_na_l1 ger_f64 ger_i32_v2_i128_c32_u4 ger_f64_l_v2_i128_c32_u4
            syr_f64_v2_i128_c32_u4 ger_f64_v0_i128_c32_u4 ger_f64_v16_i128_c32_u4
            ger_f64_v2_i96_c32_u4 ger_f64_v2_i128_c512_u4 ger_f64_v2_i128_c3_u1
            ger_f64_v2_i128_c2_u4 ger_f64_v2_i128_c32_u4_ ger_f64_v2_i128_c32_u32 symv_f64_l
            symv_f64_v2_t64_h1_s8_r16_c16_p0_k16 symv_i32_l_v2_t64_h1_s8_r16_c16_p0_k16
            symv_f64_l_v0_t64_h1_s8_r16_c16_p0_k16 symv_f64_l_v2_t48_h1_s8_r16_c16_p0_k16
            symv_f64_l_v2_t64_h1_s0_r16_c16_p0_k16 symv_f64_l_v2_t64_h3_s3_r16_c16_p0_k16
            symv_f64_l_v2_t64_h4_s2_r16_c16_p0_k16 symv_f64_l_v2_t64_s8_r16_c16_p0_k16
            symv_f64_l_v2_t64_h1_s8_r64_c16_p0_k16 symv_f64_l_v2_t64_h1_s8_r16_c16_p2_k16
            symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k33 symv_f64_l_v2_t64_h1_s8_r2_c2_p0_k16
            symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k16_ symv_sum_f64_l_nn_t64_h1_s8
            symv_sum_f64_l_0n_t64_h1_s8_k16 symv_sum_f64_l_nn_t64_h1_s8_k0 trsv_ trsv_f64_n
            trsv_f64_x_b64_s8_v2_i512_a4_g1024 trsv_i32_n_b64_s8_v2_i512_a4_g1024
            trsv_f64_n_b48_s8_v2_i256_a2_g1024 trsv_f64_n_b64_s08_v2_i256_a2_g1024
            trsv_f64_n_b64_s8_v2_i512_a4_g1024_ trsv_f64_n_b64_s8_v0_i256_a2_g1024
            trsv_inverses_f64_n_b64_s8_i2 trsv_inverses_f64_n_b64_s8 vector_ vector_dot_f64
            vector_dot_i32_v2_w4_i256_g1024 vector_dot_f64_v3_w4_i256_g1024
            vector_dot_f64_v0_w4_i256_g1024 vector_dot_f64_v02_w4_i256_g1024
            vector_dot_f64_v2_w4_i256_g1024_ vector_dot_f64_a_v2_w4_i256_g1024
            vector_rot_f64_q_v2_w4_i256_g1024 vector_dot_f64_v2_w17_i256_g1024
            vector_dot_f64_v2_w4_i255_g1024 vector_dot_f64_v2_w4_i256_g0
            vector_dot_f64_v16_w4_i256_g1024 vector_dotc_f64_v2_w4_i256_g1024
            vector_dotc_c64_v2_w4_i256_g1024 vector_real_scal_f32_v4_w4_i256_g1024
            vector_nrm2_total_c64_i256 vector_copy_total_f64_i256 vector_dot_total_f64_i3
            vector_dot_total_f64 spmv_ spmv_csr_rows_f64 spmv_csr_rows_i32_l1_i256_u4_c1
            spmv_csr_rows_f64_l3_i256_u4_c1 spmv_csr_rows_f64_l128_i256_u4_c1
            spmv_csr_rows_f64_l8_i4_u4_c1 spmv_csr_rows_f64_l1_i256_u4_c3
            spmv_csr_rows_f64_l1_i256_u4_c1_ spmv_csr_rows_f64_set_na_l1_i256_u4_c1
            spmv_sell_f64_l1_i256_u4_c1 spmv_sell_f64_h48_l1_i256_u4_c1
            spmv_ell_f64_l2_i256_u4_c1 spmv_coo_f64_set_i256_w8_c1 spmv_coo_f64_na_i256_w8_c1
            spmv_csr_merge_f64_i256_w1_c1 spmv_csr_merge_f64_i1024_w64_c1
            spmv_csr_rows_c64_l2_i1024_u4_c16 spmv_sell_rest_f64_n512 spmv_csr_merge_rest_f64_n1
            spmv_csr_merge_rest_f64_n100000 emulated_product emulated_product_n14
            emulated_product_n1_w4 emulated_product_n19_w4 emulated_product_n14_w3
            emulated_product_n14_g132_s4 emulated_product_mma_n14_w4 emulated_product_mma_n14
            emulated_product_mma_n14_g0_s3 emulated_product_mma_n14_g108_s1
            emulated_product_wgmma_n14_g132_s9 emulated_product_wgmma_n014_g132_s4
            emulated_product_wgmma_n14_g132_s4x emulated_sum_f64_n99 emulated_nothing
            qr_tree_factor_f64_w32 qr_tree_factor_f64_w32_b0256 qr_tree_factor_i32_w32_b256
            qr_tree_join_f64_w32_b256 qr_tree_factor_f64_w32_b255 qr_tree_factor_f64_w33_b256
            gather_i32 gather_f64_ block_diagonal_product_f64_b0 block_diagonal_product_f64_b33
            block_diagonal_product_f64_b08 block_inverses_f64_b0 solver_totals_f64_t3
            block_inverses_f64_b33 cg_update_f64_v3_i64_g7 cg_update_c64_v2_i64_g7
            cg_update_f64_v4_i64_g7 chebyshev_step_f64_ cg_direction_f64_v1_i63_g7
            cg_direction_f64_v1_i64_g0)"))
        EXPECT_EQ(find(text), nullptr) << text;
}

TEST(KernelNames, ParametersThatDoNotDivideAreRefused) {
    const auto refused = [](const GemmParameters& p) {
        return test::code_of_error([&] { return gemm(p); }) == ErrorCode::invalid_argument;
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
    test::expect_error(ErrorCode::invalid_program, {"30x100"}, [&] {
        gemm({.transpose_a = true})->check({registers, {}});
    });
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
        EXPECT_EQ(of_c.work_groups, 3) << "of 2 x 2 tiles, the one beyond the diagonal has no work";
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
    EXPECT_EQ(cost(GemmTriangle::c_lower, registers(150, 70, 30)).work_groups, 3 + 2);
    EXPECT_EQ(cost(GemmTriangle::c_upper, registers(70, 150, 30)).work_groups, 1 + 2 + 2);
    EXPECT_EQ(cost(GemmTriangle::none, registers(100, 100, 30)).work_groups, 0) << "all";
    const double whole = cost(GemmTriangle::none, registers(4096, 4096, 4096)).efficiency;
    const double half = cost(GemmTriangle::a_lower, registers(4096, 4096, 4096)).efficiency;
    EXPECT_LT(half, whole) << "tiles on the diagonal are multiplied whole";
    EXPECT_GT(half, 0.95 * whole);
    for (const auto& [triangle, what] :
         {std::pair{GemmTriangle::c_upper, "C must"}, std::pair{GemmTriangle::a_lower, "op(A) must"},
          std::pair{GemmTriangle::b_upper, "op(B) must"}})
        test::expect_error(ErrorCode::invalid_program, {what}, [&, triangle = triangle] {
            const std::vector<Register> shapes = registers(100, 70, 30);
            gemm({.triangle = triangle})->check({shapes, {}});
        });
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
