#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "kernels/sparse/spmv_choice.hpp"
#include <hg/kernels/library.hpp>
#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

TEST(SpmvParameters, OneNameOneInstruction) {
    std::set<std::string> all;
    for (const std::string& text : spmv_names()) {
        EXPECT_TRUE(all.insert(text).second) << text;
        EXPECT_EQ(find_spmv(text)->name, text);
        EXPECT_EQ(find_spmv(text), find(text));
    }
    const SpmvParameters p{SpmvKernel::sell,           ElementType::c32,          false,
                           VectorCoefficient::element, VectorCoefficient::number, {2, 128, 1, 64, 8, 4}};
    EXPECT_EQ(name(p), "spmv_sell_c32_an_h64_l2_i128_u1_c4");
    EXPECT_EQ(parse_spmv(name(p)), p);
    EXPECT_EQ(name(SpmvParameters{}), "spmv_csr_rows_f64_l1_i256_u4_c1");
    const SpmvParameters merge{.kernel = SpmvKernel::csr_merge, .overwrite = true, .blocking = {.items = 64}};
    EXPECT_EQ(name(merge), "spmv_csr_merge_f64_set_i64_w8_c1");
    EXPECT_EQ(spmv_rest(merge)->name, "spmv_csr_merge_rest_f64_set_n512");
    EXPECT_EQ(find_spmv("spmv_csr_merge_rest_f64_set_n512"), spmv_rest(merge));
    EXPECT_EQ(find_spmv("spmv_coo_rest_f32_qn_n6")->name, "spmv_coo_rest_f32_qn_n6");
    for (const char* text : {"",
                             "spmv_",
                             "spmv_csr_rows_f64",
                             "spmv_csr_rows_i32_l1_i256_u4_c1",
                             "spmv_csr_rows_f64_l3_i256_u4_c1",
                             "spmv_csr_rows_f64_l64_i256_u4_c1",
                             "spmv_csr_rows_f64_l8_i4_u4_c1",
                             "spmv_csr_rows_f64_l1_i256_u4_c3",
                             "spmv_csr_rows_f64_l1_i256_u4_c1_",
                             "spmv_csr_rows_f64_set_na_l1_i256_u4_c1",
                             "spmv_sell_f64_l1_i256_u4_c1",
                             "spmv_sell_f64_h48_l1_i256_u4_c1",
                             "spmv_ell_f64_l2_i256_u4_c1",
                             "spmv_coo_f64_set_i256_w8_c1",
                             "spmv_coo_f64_na_i256_w8_c1",
                             "spmv_csr_merge_f64_i256_w1_c1",
                             "spmv_csr_merge_f64_i1024_w64_c1",
                             "spmv_csr_rows_c64_l2_i1024_u4_c16",
                             "spmv_sell_rest_f64_n512",
                             "spmv_csr_merge_rest_f64_n1",
                             "spmv_csr_merge_rest_f64_n100000"})
        EXPECT_EQ(find_spmv(text), nullptr) << text;
    EXPECT_THROW(spmv_kernel({.type = ElementType::i32}), Error);
    EXPECT_THROW(spmv_kernel({.kernel = SpmvKernel::coo, .overwrite = true}), Error);
    EXPECT_THROW(spmv_rest({}), Error);
}

TEST(SpmvParameters, CostsAreThoseOfTheArrays) {
    const auto array = [](ElementType type, std::int64_t rows, std::int64_t cols) {
        return Register{type, 0, rows, cols, rows};
    };
    const auto i32 = ElementType::i32;
    const auto f64 = ElementType::f64;
    std::vector<Register> shapes{array(i32, 1001, 1), array(i32, 27000, 1), array(f64, 27000, 1),
                                 array(f64, 900, 3), array(f64, 1000, 3)};
    const SpmvParameters p{.overwrite = true, .blocking = {.lanes = 8, .columns = 2}};
    const InstructionPtr rows = spmv_kernel(p);
    EXPECT_NO_THROW(rows->check({shapes, {}}));
    EXPECT_EQ(rows->cost({shapes, {}}).flops, 2 * 27000.0 * 3);
    EXPECT_EQ(rows->cost({shapes, {}}).bytes, 2 * (12 * 27000.0 + 4 * 1001) + 3 * 8 * 1900.0);
    EXPECT_EQ(rows->geometry({shapes, {}}).global[0], 32u * 256);
    EXPECT_EQ(rows->geometry({shapes, {}}).global[1], 2u);
    shapes[0].rows = 1000;
    EXPECT_THROW(rows->check({shapes, {}}), Error);
}

/// Shares begin where their rows do: also behind empty ones.
TEST(SpmvParameters, FirstRowsOfShares) {
    const SpmvParameters p{.kernel = SpmvKernel::csr_merge, .blocking = {.items = 2, .work = 2}};
    // Places: end of 0, elements 0 1, end of 1 | elements 2 3 4 5 | element 6, end of 2, end of 3
    EXPECT_EQ(spmv_first_rows(p, std::vector<std::int32_t>{0, 0, 2, 7, 7}),
              (std::vector<std::int32_t>{0, 2, 2, 4}));
    EXPECT_EQ(spmv_first_rows(p, std::vector<std::int32_t>{0, 0}), (std::vector<std::int32_t>{0, 1}));
    EXPECT_EQ(spmv_groups(p, 4, 7), 3);
    EXPECT_EQ(spmv_groups({.kernel = SpmvKernel::coo, .blocking = p.blocking}, 4, 7), 2);
}

TEST(SpmvChoice, FollowsTheLengthsOfRows) {
    const SpmvUse gpu{.compute_units = 132}, cpu{.is_gpu = false, .compute_units = 16};
    const SpmvFigures stencil{7077888, 188000000, 27, 2}, blocks{1000000, 32000000, 60, 200};
    const SpmvFigures uneven{1000000, 20000000, 900, 700}, graph{1 << 20, 16000000, 40000, 9000};
    const SpmvFigures dense_row{100000, 500000, 100000, 1e5}, short_rows{1000000, 3000000, 4, 0.1};
    EXPECT_EQ(choose_spmv(stencil, gpu).kernel, SpmvKernel::sell);
    EXPECT_EQ(choose_spmv(stencil, gpu).sorted, 1);
    EXPECT_EQ(choose_spmv(stencil, gpu).blocking.lanes, 4);
    EXPECT_EQ(choose_spmv(blocks, gpu).kernel, SpmvKernel::sell);
    EXPECT_EQ(choose_spmv(blocks, gpu).sorted, 1024);
    EXPECT_EQ(choose_spmv(uneven, gpu).kernel, SpmvKernel::csr_rows);
    EXPECT_EQ(choose_spmv(uneven, gpu).blocking.lanes, 8);
    EXPECT_EQ(choose_spmv(graph, gpu).kernel, SpmvKernel::csr_merge);
    EXPECT_EQ(choose_spmv(dense_row, gpu).kernel, SpmvKernel::csr_merge);
    EXPECT_EQ(choose_spmv(dense_row, cpu).kernel, SpmvKernel::csr_merge);
    EXPECT_EQ(choose_spmv(graph, cpu).kernel, SpmvKernel::csr_rows);
    EXPECT_EQ(choose_spmv(short_rows, gpu).blocking.lanes, 1);
    EXPECT_GT(choose_spmv({100000, 600000, 6, 1}, gpu).blocking.lanes, 1) << "few rows leave units idle";
}

TEST(SpmvChoice, CanBeMade) {
    for (const bool is_gpu : {false, true})
        for (const ElementType type :
             {ElementType::f32, ElementType::f64, ElementType::c32, ElementType::c64})
            for (const std::int64_t columns : {1, 2, 5, 64})
                for (const SpmvFigures& f : std::vector<SpmvFigures>{{},
                                                                     {1, 0, 0, 0},
                                                                     {5, 100000, 90000, 1e6},
                                                                     {1000, 30000, 30, 0},
                                                                     {1000000, 3000000, 9, 9}}) {
                    const SpmvUse use{type, columns, is_gpu, is_gpu ? 132 : 8};
                    for (const SpmvKernel kernel : kSpmvKernels) {
                        const SpmvParameters p{.kernel = kernel,
                                               .type = type,
                                               .blocking = default_spmv_blocking(kernel, f, use)};
                        EXPECT_EQ(spmv_fault(p), "") << name(p);
                    }
                    const SpmvChoice choice = choose_spmv(f, use);
                    EXPECT_EQ(choice.blocking, default_spmv_blocking(choice.kernel, f, use));
                }
}

}  // namespace
}  // namespace hg::kernels
