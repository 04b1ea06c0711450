// Parameters, costs and launches of the instructions on vectors.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/gemm/gemm_sum.hpp"
#include "kernels/triangle/triangle.hpp"
#include <hg/kernels/gemv.hpp>
#include <hg/kernels/rank_update.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/kernels/symv.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// Why make() makes no instruction; empty: it makes one.
template <class Make>
std::string refusal(const Make& make) {
    try {
        (void)make();
        return {};
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        return error.message();
    }
}

/// All that fault() refuses, for that reason.
template <class Parameters, class Make>
void expect_refused(std::string (*fault)(const Parameters&), const Make& make,
                    const std::vector<Parameters>& all) {
    for (const Parameters& p : all) {
        EXPECT_NE(fault(p), "") << name(p);
        EXPECT_NE(refusal([&] { return make(p); }).find(fault(p)), std::string::npos) << name(p);
    }
}

TEST(VectorFamilies, WhatCannotBeMadeIsRefused) {
    expect_refused<GemvParameters>(gemv_fault, gemv_kernel,
                                   {{.type = ElementType::i32},
                                    {.transpose = true, .blocking = {.rows = 2}},
                                    {.blocking = {.columns = 2}},
                                    {.blocking = {.row_items = 256, .column_items = 8}},
                                    {.blocking = {.vector = 8, .rows = 8}},  // local memory
                                    {.overwrite = true, .beta = VectorCoefficient::element},
                                    {.triangle = true, .overwrite = true}});
    EXPECT_EQ(gemv_fault({.blocking = {.row_items = 1, .column_items = 1, .vector = 8, .rows = 256}}), "");
    expect_refused<RankUpdateParameters>(rank_update_fault, rank_update,
                                         {{.type = ElementType::i32},
                                          {.upper = true},
                                          {.blocking = {.columns = 512}},
                                          {.blocking = {.columns = 2}}});
    expect_refused<SymvParameters>(symv_fault, symv_products,
                                   {{.type = ElementType::i32},
                                    {.blocking = {.vector = 16}},
                                    {.blocking = {.row_items = 64, .column_items = 64}}});
    EXPECT_NE(refusal([] { return symv_sum({.blocking = {.strip = 0}}, {}); }), "");
    EXPECT_NE(refusal([] { return symv_sum({}, {.beta = VectorCoefficient::element, .overwrite = true}); }),
              "");
    expect_refused<TrsvParameters>(trsv_fault, trsv_solve,
                                   {{.type = ElementType::i32},
                                    {.blocking = {.block = 8}},
                                    {.blocking = {.block = 256}},
                                    {.blocking = {.inner = 64}},
                                    {.blocking = {.block = 16, .inner = 32}},
                                    {.blocking = {.vector = 16}},  // 128 bytes
                                    {.blocking = {.items = 16}},   // fewer than pieces of a column
                                    {.blocking = {.block = 16, .items = 256}},  // more than pieces of a block
                                    {.blocking = {.items = 1}},  // one work-item reads nothing ahead
                                    {.blocking = {.items = 64, .ahead = 4}},  // too many registers
                                    {.blocking = {.ahead = 5}},
                                    {.blocking = {.groups = 0}}});
    EXPECT_EQ(trsv_fault({}), "");
    EXPECT_EQ(trsv_fault({.blocking = {.items = 1, .ahead = 0}}), "");
    EXPECT_NE(refusal([] { return trsv_inverses({.type = ElementType::i32}); }), "");
    for (const VectorParameters& p :
         {VectorParameters{.type = ElementType::i32}, VectorParameters{.blocking = {.vector = 16}},
          VectorParameters{.blocking = {.items = 2048}},
          VectorParameters{.coefficient = VectorCoefficient::element},
          VectorParameters{.operation = VectorOperation::dotc},
          VectorParameters{.type = ElementType::c32, .blocking = {.vector = 2}}})
        EXPECT_NE(refusal([&] { return vector_kernel(p); }), "") << name(p);
    for (const auto& [operation, type, items] : {std::tuple{VectorOperation::axpy, ElementType::f64, 64},
                                                 {VectorOperation::axpy, ElementType::c64, 64},
                                                 {VectorOperation::dot, ElementType::i32, 64},
                                                 {VectorOperation::dot, ElementType::f64, 65}})
        EXPECT_NE(refusal([&, o = operation, t = type, i = items] { return vector_total(o, t, i); }), "");
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

TEST(RankUpdateParameters, DefaultsCanBeMadeAndFillAGpu) {
    for (const RankUpdate operation : kRankUpdates)
        for (const ElementType type : kFloatingTypes)
            for (const bool is_gpu : {false, true})
                for (const std::int64_t n : {1, 100, 1000, 8192, 100000}) {
                    const RankUpdateParameters p{.operation = operation,
                                                 .type = type,
                                                 .blocking = default_blocking(operation, type, n, n, is_gpu)};
                    ASSERT_EQ(rank_update_fault(p), "") << name(p);
                    const std::vector<Register> registers(3, {type, 0, n, n, n});
                    const Geometry g = rank_update(p)->geometry({registers, {}});
                    const bool is_large = is_gpu && n >= 1000 && operation != RankUpdate::syr;
                    EXPECT_GE(g.global[0] / g.local[0], is_large ? 4u * 132 : 1u) << name(p) << ", n = " << n;
                }
}

TEST(RankUpdateParameters, CostsAreThoseOfTheTriangle) {
    const Register A{ElementType::f64, 0, 1000, 1000, 1000}, x{ElementType::f64, 0, 1000, 1, 1000};
    const std::vector<Register> one{x, A}, two{x, x, A};
    const auto cost = [](RankUpdate operation, const std::vector<Register>& registers) {
        return rank_update({.operation = operation})->cost({registers, {}});
    };
    EXPECT_EQ(cost(RankUpdate::ger, two).bytes, 8 * (2e6 + 2000));
    EXPECT_EQ(cost(RankUpdate::ger, two).flops, 2e6);
    EXPECT_EQ(cost(RankUpdate::syr, one).bytes, 8 * (1001e3 + 1000));
    EXPECT_EQ(cost(RankUpdate::syr, one).flops, 1001e3);
    EXPECT_EQ(cost(RankUpdate::syr2, two).bytes, 8 * (1001e3 + 2000));
    EXPECT_EQ(cost(RankUpdate::syr2, two).flops, 2002e3);
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

TEST(VectorParameters, CostsAndGroupsFollowTheLength) {
    const VectorParameters p{.operation = VectorOperation::dot};
    EXPECT_EQ(chunk_of(p), 2048);
    EXPECT_EQ(groups_of(p, 1), 1);
    EXPECT_EQ(groups_of(p, 3 * 2048 + 5), 3);
    EXPECT_EQ(groups_of(p, std::int64_t{1} << 30), 1024);
    const Register x{ElementType::f64, 0, 10000, 1, 10000}, y{ElementType::f64, 0, 1, 10000, 3};
    const std::vector<Register> registers{x, y, {ElementType::f64, 0, 4, 1, 4}};
    const InstructionPtr dot = vector_kernel(p);
    EXPECT_NO_THROW(dot->check({registers, {}}));
    EXPECT_EQ(dot->cost({registers, {}}).bytes, 2 * 8 * 10000.0);
    EXPECT_EQ(dot->cost({registers, {}}).flops, 2 * 10000.0);
    EXPECT_EQ(dot->geometry({registers, {}}).global[0], 4u * 256);
    EXPECT_EQ(vector_kernel({.operation = VectorOperation::axpy})->cost({registers, {}}).bytes,
              3 * 8 * 10000.0);
}

/// Of an instruction all of whose registers have one shape.
Geometry geometry_of(const Instruction& instruction, std::int64_t rows, std::int64_t cols) {
    Register reg;
    reg.rows = rows;
    reg.cols = cols;
    reg.ld = rows;
    const std::vector<Register> registers(instruction.operands.size(), reg);
    const std::vector<ScalarValue> scalars(instruction.scalars.size(), 1);
    return instruction.geometry({registers, scalars});
}

TEST(WorkGroups, HaveOneSizeForAllShapes) {
    for (const InstructionPtr& instruction :
         {scale(ElementType::f64), zero(ElementType::f32), find_gemm_sum("gemm_sum_f64_k2"),
          triangle_refine(ElementType::f64)}) {
        const Geometry first = geometry_of(*instruction, 1, 1);
        EXPECT_GT(first.local[0] * first.local[1] * first.local[2], 0U) << instruction->name;
        for (const auto& [rows, cols] : {std::pair{97, 13}, {64, 4}, {1, 300}, {4097, 1}}) {
            const Geometry g = geometry_of(*instruction, rows, cols);
            EXPECT_EQ(g.local, first.local) << instruction->name;
            EXPECT_GE(g.global[0], static_cast<std::size_t>(rows));
            EXPECT_GE(g.global[1], static_cast<std::size_t>(cols));
            for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(g.global[d] % g.local[d], 0U);
        }
        EXPECT_EQ(geometry_of(*instruction, 0, 7).global[0], 0U) << "nothing to do, nothing to launch";
    }
}

}  // namespace
}  // namespace hg::kernels
