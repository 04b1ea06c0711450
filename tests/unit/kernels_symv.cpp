#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include <hg/kernels/library.hpp>
#include <hg/kernels/symv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

TEST(SymvParameters, OneNameOneInstruction) {
    std::set<std::string> all;
    for (const std::string& text : symv_names()) {
        EXPECT_TRUE(all.insert(text).second) << text;
        EXPECT_EQ(find_symv(text)->name, text);
        EXPECT_EQ(find_symv(text), find(text));
    }
    EXPECT_EQ(all.size(), 2u * 2 * (1 + 3 * 4));
    const SymvParameters p{ElementType::f32, true, {4, 32, 2, 6, 8, 2, 1, 5}};
    EXPECT_EQ(name(p), "symv_f32_u_v4_t32_h2_s6_r8_c2_p1_k5");
    EXPECT_EQ(parse_symv(name(p)), p);
    EXPECT_EQ(symv_sum(p, {VectorCoefficient::element, VectorCoefficient::quotient})->name,
              "symv_sum_f32_u_aq_t32_h2_s6_k5");
    EXPECT_EQ(symv_sum(p, {.overwrite = true})->name, "symv_sum_f32_u_n0_t32_h2_s6_k5");
    EXPECT_EQ(find_symv("symv_sum_f64_l_nn_t8_h1_s1_k1")->name, "symv_sum_f64_l_nn_t8_h1_s1_k1");
    EXPECT_EQ(name(SymvParameters{}), "symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k16");
    EXPECT_EQ(symv_products({}), symv_products({.blocking = {.vector = 2}}))
        << "stating a default changes nothing";
    for (const char* text :
         {"", "symv_f64_l", "symv_f64_v2_t64_h1_s8_r16_c16_p0_k16", "symv_i32_l_v2_t64_h1_s8_r16_c16_p0_k16",
          "symv_f64_l_v0_t64_h1_s8_r16_c16_p0_k16", "symv_f64_l_v2_t48_h1_s8_r16_c16_p0_k16",
          "symv_f64_l_v2_t64_h1_s0_r16_c16_p0_k16", "symv_f64_l_v2_t64_h3_s3_r16_c16_p0_k16",
          "symv_f64_l_v2_t64_h4_s2_r16_c16_p0_k16", "symv_f64_l_v2_t64_s8_r16_c16_p0_k16",
          "symv_f64_l_v2_t64_h1_s8_r64_c16_p0_k16", "symv_f64_l_v2_t64_h1_s8_r16_c16_p2_k16",
          "symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k33", "symv_f64_l_v2_t64_h1_s8_r2_c2_p0_k16",
          "symv_f64_l_v2_t64_h1_s8_r16_c16_p0_k16_", "symv_sum_f64_l_nn_t64_h1_s8",
          "symv_sum_f64_l_0n_t64_h1_s8_k16", "symv_sum_f64_l_nn_t64_h1_s8_k0"})
        EXPECT_EQ(find_symv(text), nullptr) << text;
}

TEST(SymvParameters, WhatCannotBeMadeIsRefused) {
    const auto refused = [](const auto& make) {
        try {
            (void)make();
            return false;
        } catch (const Error& error) {
            return error.code() == ErrorCode::invalid_argument;
        }
    };
    EXPECT_TRUE(refused([] { return symv_products({.type = ElementType::i32}); }));
    EXPECT_TRUE(refused([] { return symv_products({.blocking = {.vector = 16}}); }));
    EXPECT_TRUE(refused([] { return symv_products({.blocking = {.row_items = 64, .column_items = 64}}); }));
    EXPECT_TRUE(refused([] { return symv_sum({.blocking = {.strip = 0}}, {}); }));
    EXPECT_TRUE(
        refused([] { return symv_sum({}, {.beta = VectorCoefficient::element, .overwrite = true}); }));
}

TEST(SymvParameters, DefaultsCanBeMadeAndFillAGpu) {
    for (const ElementType type : {ElementType::f32, ElementType::f64})
        for (const bool is_gpu : {false, true})
            for (const std::int64_t n : {1, 100, 1000, 4096, 8192, 100000}) {
                const SymvParameters p{.type = type, .blocking = default_symv_blocking(type, n, is_gpu)};
                ASSERT_EQ(symv_fault(p), "") << name(p);
                const std::vector<Register> registers{
                    {type, 0, n, n, n}, {type, 0, n, 1, n}, {type, 0, n, sums_of(p, n), n}};
                const InstructionPtr products = symv_products(p);
                EXPECT_NO_THROW(products->check({registers, {}})) << name(p);
                EXPECT_LE(products->needs.local_memory, 48 << 10) << name(p);
                const Geometry g = products->geometry({registers, {}});
                const std::size_t fewest = !is_gpu || n < 1000 ? 1 : n < 4096 ? 132 : 4 * 132;
                EXPECT_GE(g.global[0] / g.local[0], fewest) << name(p) << ", n = " << n;
            }
}

TEST(SymvParameters, CostsAreThoseOfTheTriangle) {
    const SymvParameters p{.blocking = {.strip = 2}};
    EXPECT_EQ(sums_of(p, 64), 1 + 1);
    EXPECT_EQ(sums_of(p, 300), 1 + 5);
    EXPECT_EQ(sums_of({.blocking = {.tall = 2}}, 300), 1 + 3);
    const Register A{ElementType::f64, 0, 300, 300, 300}, x{ElementType::f64, 0, 1, 300, 3};
    const std::vector<Register> registers{A, x, {ElementType::f64, 0, 300, 6, 300}};
    const InstructionPtr products = symv_products(p);
    EXPECT_EQ(products->cost({registers, {}}).bytes, 8 * (300.0 * 301 / 2 + 300));
    EXPECT_EQ(products->cost({registers, {}}).flops, 2 * 300.0 * 300);
    EXPECT_EQ(products->geometry({registers, {}}).global[0], (5u + 3 + 1) * 256) << "strips of 2 tiles";
    EXPECT_EQ(symv_products({.blocking = {.tall = 2, .strip = 2}})->geometry({registers, {}}).global[0],
              (3u + 2 + 1) * 256)
        << "of 2 x 2 tiles";
    const std::vector<Register> of_sum{registers[2], x};
    EXPECT_EQ(symv_sum(p, {})->cost({of_sum, {}}).bytes, 2 * 8 * 300.0);
    EXPECT_EQ(symv_sum(p, {.overwrite = true})->cost({of_sum, {}}).bytes, 8 * 300.0);
    EXPECT_EQ(symv_sum(p, {})->geometry({of_sum, {}}).global[0], 10u * 512);
}

}  // namespace
}  // namespace hg::kernels
