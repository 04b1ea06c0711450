#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include <hg/kernels/gemv.hpp>
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

TEST(GemvParameters, OneNameOneInstruction) {
    std::set<std::string> all;
    for (const std::string& text : gemv_names()) {
        EXPECT_TRUE(all.insert(text).second) << text;
        EXPECT_EQ(find_gemv(text)->name, text);
        EXPECT_EQ(find_gemv(text), find(text));
    }
    const GemvParameters p{
        .type = ElementType::f32,
        .transpose = true,
        .overwrite = true,
        .alpha = VectorCoefficient::element,
        .blocking = {.row_items = 128, .column_items = 2, .vector = 4, .columns = 4, .unroll = 2}};
    EXPECT_EQ(name(p), "gemv_t_f32_set_an_i128x2_v4_c4_u2_s1");
    EXPECT_EQ(parse_gemv(name(p)), p);
    EXPECT_EQ(name(GemvParameters{}), "gemv_n_f64_i32x8_v2_r1_u4_s1");
    EXPECT_EQ(gemv_kernel({}), gemv_kernel({.blocking = {.vector = 2}}))
        << "stating a default changes nothing";
    EXPECT_EQ(find_gemv("trmv_t_f64_i32x8_v2_c2_u4_s7")->name, "trmv_t_f64_i32x8_v2_c2_u4_s7");
    EXPECT_EQ(find_gemv("gemv_total_f32_qn_l16")->name, "gemv_total_f32_qn_l16");
    for (const char* text :
         {"", "gemv_", "gemv_n_f64", "gemv_n_i32_i32x8_v2_r1_u4_s1", "gemv_n_f64_i32x8_v2_c1_u4_s1",
          "gemv_n_f64_i32x8_v2_r1_u4_s1_", "gemv_n_f64_i32x8_v2_r1_u4_s0", "gemv_n_f64_i32x8_v0_r1_u4_s1",
          "gemv_n_f64_i32x8_v02_r1_u4_s1", "gemv_n_f64_i32x64_v2_r1_u4_s1", "gemv_n_f64_i31x8_v2_r1_u4_s1",
          "gemv_n_f64_set_nq_i32x8_v2_r1_u4_s1", "gemv_n_f64_an_i32x8_v2_r1_u4_s2",
          "trmv_n_f64_set_i32x8_v2_r1_u4_s1", "gemv_t_f64_i32x8_v16_c1_u4_s1", "gemv_t_f64_i32x8_v2_c3_u4_s1",
          "gemv_total_f64_l3", "gemv_total_f64_l128", "gemv_total_f64_set_na_l1"})
        EXPECT_EQ(find_gemv(text), nullptr) << text;
}

TEST(GemvParameters, WhatCannotBeMadeIsRefused) {
    const auto refused = [](const GemvParameters& p) {
        try {
            (void)gemv_kernel(p);
            return false;
        } catch (const Error& error) {
            return error.code() == ErrorCode::invalid_argument &&
                   error.message().find(gemv_fault(p)) != std::string::npos;
        }
    };
    EXPECT_TRUE(refused({.type = ElementType::i32}));
    EXPECT_TRUE(refused({.transpose = true, .blocking = {.rows = 2}}));
    EXPECT_TRUE(refused({.blocking = {.columns = 2}}));
    EXPECT_TRUE(refused({.blocking = {.row_items = 256, .column_items = 8}}));
    EXPECT_TRUE(refused({.blocking = {.vector = 8, .rows = 8}})) << "local memory";
    EXPECT_TRUE(refused({.overwrite = true, .beta = VectorCoefficient::element}));
    EXPECT_TRUE(refused({.triangle = true, .overwrite = true}));
    EXPECT_FALSE(refused({.blocking = {.row_items = 1, .column_items = 1, .vector = 8, .rows = 256}}));
}

TEST(GemvParameters, CostsAndLaunchesFollowTheShape) {
    const std::vector<Register> registers{{ElementType::f64, 0, 1000, 600, 1000},
                                          {ElementType::f64, 0, 1, 600, 2},
                                          {ElementType::f64, 0, 1000, 1, 1000}};
    const InstructionPtr product = gemv_kernel({});
    EXPECT_NO_THROW(product->check({registers, {}}));
    EXPECT_EQ(product->cost({registers, {}}).flops, 2.0 * 1000 * 600);
    EXPECT_EQ(product->cost({registers, {}}).bytes, 8.0 * (1000 * 600 + 600 + 2 * 1000));
    EXPECT_EQ(gemv_kernel({.overwrite = true})->cost({registers, {}}).bytes, 8.0 * (1000 * 600 + 600 + 1000));
    EXPECT_EQ(product->geometry({registers, {}}).global[0], 16U * 256) << "1000 rows in blocks of 64";
    EXPECT_THROW(gemv_kernel({.transpose = true})->check({registers, {}}), Error);
    EXPECT_THROW(gemv_kernel({.triangle = true})->check({registers, {}}), Error) << "A is not square";
    const std::vector<Register> square{{ElementType::f64, 0, 100, 100, 100},
                                       {ElementType::f64, 0, 100, 1, 100},
                                       {ElementType::f64, 0, 100, 3, 100}};
    const InstructionPtr triangle = gemv_kernel({.triangle = true, .blocking = {.split = 3}});
    EXPECT_NO_THROW(triangle->check({square, {}}));
    EXPECT_EQ(triangle->cost({square, {}}).flops, 100.0 * 101);
    EXPECT_EQ(triangle->geometry({square, {}}).global[1], 3U);
}

// Work-groups for a large GPU if there is work for them, and a second launch only if it pays.
TEST(GemvParameters, DefaultsSuitTheShape) {
    struct Size {
        std::int64_t m, n;
        bool one_launch;
    };
    for (const ElementType type : kFloatingTypes)
        for (const bool transpose : {false, true})
            for (const Size& size :
                 {Size{1, 1, true}, Size{256, 256, true}, Size{1024, 1024, true}, Size{1000, 1000, true},
                  Size{4096, 4096, true}, Size{8192, 8192, true}, Size{32768, 32768, true},
                  Size{1000000, 16, !transpose}, Size{16, 1000000, transpose}, Size{1, 1000000, transpose},
                  Size{1000000, 1, !transpose}})
                for (const bool is_gpu : {true, false}) {
                    const GemvParameters p{
                        .type = type,
                        .transpose = transpose,
                        .blocking = default_gemv_blocking(type, transpose, size.m, size.n, is_gpu)};
                    const std::string text =
                        name(p) + " for " + std::to_string(size.m) + "x" + std::to_string(size.n);
                    EXPECT_EQ(gemv_fault(p), "") << text;
                    EXPECT_LE(p.blocking.vector, size.m) << text;
                    if (!is_gpu) continue;
                    EXPECT_EQ(p.blocking.split == 1, size.one_launch) << text;
                    const Register a{type, 0, size.m, size.n, size.m};
                    const std::vector<Register> registers{a};
                    const Geometry g = gemv_kernel(p)->geometry({registers, {}});
                    const std::size_t groups = g.global[0] / g.local[0] * g.global[1];
                    const std::int64_t elements = size.m * size.n;
                    EXPECT_GE(groups, elements < 1000000 ? 1U : elements < 16000000 ? 62U : 256U) << text;
                }
}

}  // namespace
}  // namespace hg::kernels
