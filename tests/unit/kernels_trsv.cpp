#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "support/lu_runs.hpp"
#include <hg/kernels/library.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

class KernelTrsv : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> KernelTrsv::machine_;

// Three diagonal blocks: one that is nearly the identity, one whose inverse needs refinement, one that has none.
TEST_F(KernelTrsv, SaysHowFarInversesAreTrusted) {
    const TrsvParameters p{.blocking = {.block = 16, .inner = 4, .vector = 2, .items = 16, .groups = 3}};
    const std::int64_t n = 48;
    Matrix<double> a(Layout::col_major, n, n, 0, 1);
    for (std::int64_t i = 0; i < 16; ++i) a(i, i) = 16;
    for (std::int64_t i = 16; i < 32; ++i) a(i, i) = 0.5;
    a(40, 40) = 0;
    Matrix<double> scratch(Layout::col_major, 16, trsv_blocks(p, n) * 34, 0, 2);
    Matrix<std::int32_t> state(Layout::col_major, 4, 1, 0, 3), wanted = state;
    Matrix<double> host_scratch = scratch;
    InstructionRun run(*machine_, 2);
    run.in(a).out(scratch).out(state);
    run.run(trsv_inverses(p), {0.0, 0.0});
    EXPECT_EQ(state.data, (std::vector<std::int32_t>{0, 2, 1, 0}));

    const HostOperand operands[]{{a.data.data(), n, n, n},
                                 {host_scratch.data.data(), 16, host_scratch.cols, 16},
                                 {wanted.data.data(), 4, 1, 4}};
    const std::vector<ScalarValue> scalars{0.0, 0.0};
    trsv_inverses(p)->host({operands, scalars});
    EXPECT_EQ(wanted.data, state.data);
    for (std::int64_t c = 0; c < 16; ++c)
        for (std::int64_t r = 0; r < 16; ++r) {
            EXPECT_NEAR(scratch(r, c), host_scratch(r, c), 1e-16) << r << ", " << c << " of an inverse";
            EXPECT_NEAR(scratch(r, c + 48), host_scratch(r, c + 48), 1e-8)
                << r << ", " << c << " of a product beside it";
        }
}

TEST(TrsvParameters, OneNameOneInstruction) {
    std::set<std::string> all;
    for (const std::string& text : trsv_names()) {
        EXPECT_TRUE(all.insert(text).second) << text;
        EXPECT_EQ(find_trsv(text)->name, text);
        EXPECT_EQ(find_trsv(text), find(text));
    }
    const TrsvParameters p{ElementType::f32, true, {32, 4, 8, 64, 3, 7}};
    EXPECT_EQ(name(p), "trsv_f32_t_b32_s4_v8_i64_a3_g7");
    EXPECT_EQ(parse_trsv(name(p)), p);
    EXPECT_EQ(trsv_inverses(p)->name, "trsv_inverses_f32_t_b32_s4_i64");
    EXPECT_EQ(find_trsv("trsv_inverses_f32_t_b32_s4_i64"), trsv_inverses(p));
    EXPECT_EQ(trsv_solve({}), trsv_solve({.blocking = {.vector = 2}})) << "stating a default changes nothing";
    for (const bool is_gpu : {false, true})
        for (const ElementType type : kFloatingTypes)
            for (const std::int64_t n : {1, 100, 100000}) {
                const TrsvParameters by_default{type, false, default_trsv_blocking(type, n, is_gpu)};
                EXPECT_EQ(parse_trsv(name(by_default)), by_default);
            }
    for (const char* text : {"", "trsv_", "trsv_f64_n", "trsv_f64_x_b64_s8_v2_i512_a4_g1024",
                             "trsv_i32_n_b64_s8_v2_i512_a4_g1024", "trsv_f64_n_b48_s8_v2_i256_a2_g1024",
                             "trsv_f64_n_b64_s08_v2_i256_a2_g1024", "trsv_f64_n_b64_s8_v2_i512_a4_g1024_",
                             "trsv_f64_n_b64_s8_v0_i256_a2_g1024", "trsv_inverses_f64_n_b64_s8_i2",
                             "trsv_inverses_f64_n_b64_s8"})
        EXPECT_EQ(find_trsv(text), nullptr) << text;
}

TEST(TrsvParameters, WhatCannotBeMadeIsRefused) {
    const auto fault = [](const TrsvBlocking& blocking) { return trsv_fault({.blocking = blocking}); };
    EXPECT_EQ(fault({}), "");
    EXPECT_EQ(fault({.items = 1, .ahead = 0}), "");
    EXPECT_NE(fault({.block = 8}), "");
    EXPECT_NE(fault({.block = 256}), "");
    EXPECT_NE(fault({.inner = 64}), "");
    EXPECT_NE(fault({.block = 16, .inner = 32}), "");
    EXPECT_NE(fault({.vector = 16}), "") << "128 bytes";
    EXPECT_NE(fault({.items = 16}), "") << "fewer than pieces of a column";
    EXPECT_NE(fault({.block = 16, .items = 256}), "") << "more than pieces of a block";
    EXPECT_NE(fault({.items = 1}), "") << "one work-item reads nothing ahead";
    EXPECT_NE(fault({.items = 64, .ahead = 4}), "") << "too many registers";
    EXPECT_NE(fault({.ahead = 5}), "");
    EXPECT_NE(fault({.groups = 0}), "");
    EXPECT_NE(trsv_fault({.type = ElementType::i32}), "");
    EXPECT_THROW((void)trsv_solve({.blocking = {.block = 8}}), Error);
    EXPECT_THROW((void)trsv_inverses({.type = ElementType::i32}), Error);
}

TEST(TrsvParameters, CostsAndGroupsFollowTheOrder) {
    const TrsvParameters p{.blocking = {.groups = 10}};
    const auto shapes = [&](std::int64_t n) {
        const std::int64_t blocks = trsv_blocks(p, n);
        return std::vector<Register>{{ElementType::f64, 0, n, n, n},
                                     {ElementType::f64, 0, 64, blocks * 130, 64},
                                     {ElementType::i32, 0, 1 + blocks, 1, 1 + blocks},
                                     {ElementType::f64, 0, n, 1, n}};
    };
    const InstructionPtr solve = trsv_solve(p);
    const auto items = static_cast<std::size_t>(p.blocking.items);
    const std::vector<Register> small = shapes(130), large = shapes(1000);
    EXPECT_EQ(solve->geometry({small, {}}).global[0], 3u * items);
    EXPECT_EQ(solve->geometry({large, {}}).global[0], 10u * items);
    EXPECT_EQ(trsv_inverses(p)->geometry({{large.data(), 3}, {}}).global[0], 16u * items);
    EXPECT_EQ(solve->cost({large, {}}).flops, 1e6);
    EXPECT_EQ(solve->cost({large, {}}).bytes, 8 * (500500.0 + 128000 + 2000));
    EXPECT_NO_THROW(solve->check({large, {}}));
    std::vector<Register> wrong = large;
    wrong[1].cols -= 1;
    EXPECT_THROW(solve->check({wrong, {}}), Error);
}

}  // namespace
}  // namespace hg::kernels
