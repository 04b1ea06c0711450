#include "tools/hgctl/program/catalogue/shape_formula.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tools/hgctl/program/catalogue/instruction_entry.hpp"
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using Extents = std::vector<std::int64_t>;

std::string formula(const ShapeFunction& function) {
    return formula_of(function, {"m", "n", "k"}).value_or("none");
}

double real(std::int64_t number) {
    return static_cast<double>(number);
}

TEST(ShapeFormula, FindsPolynomials) {
    EXPECT_EQ(formula([](const Extents&) { return 256; }), "256");
    EXPECT_EQ(formula([](const Extents& x) { return real(x[1]); }), "n");
    EXPECT_EQ(formula([](const Extents& x) { return 2 * real(x[0]) * real(x[1]) * real(x[2]); }),
              "2 * m * n * k");
    EXPECT_EQ(formula([](const Extents& x) {
                  return real(x[0]) * real(x[1]) * real(x[1]) - real(x[1]) * real(x[1]) * real(x[1]) / 3;
              }),
              "m * n * n - n * n * n / 3");
    EXPECT_EQ(formula([](const Extents& x) { return 8 * real(x[0]) * real(x[1]) + real(x[2]) / 4 - 1; }),
              "8 * m * n + k / 4 - 1");
}

TEST(ShapeFormula, FindsSteps) {
    const auto ceil = [](std::int64_t x, std::int64_t width) { return (x + width - 1) / width; };
    EXPECT_EQ(formula([&](const Extents& x) { return real(4 * ceil(x[0], 64)); }), "4 * ceil(m, 64)");
    EXPECT_EQ(formula([&](const Extents& x) { return real(ceil(x[0], 64) * ceil(x[2], 4)); }),
              "ceil(m, 64) * ceil(k, 4)");
    EXPECT_EQ(
        formula([&](const Extents& x) { return real(std::min<std::int64_t>(ceil(x[0] * x[1], 256), 1024)); }),
        "min(ceil(m * n, 256), 1024)");
    EXPECT_EQ(formula([](const Extents& x) { return real(std::max<std::int64_t>(1, x[1] / 512)); }),
              "max(1, n / 512)");
}

TEST(ShapeFormula, SaysNothingOfOthers) {
    EXPECT_EQ(formula([](const Extents& x) { return real(std::min(x[0], x[1])); }), "none");
    EXPECT_EQ(formula([](const Extents& x) { return real(x[0] * x[0] * x[0] * x[0]); }), "none");
    EXPECT_EQ(formula([](const Extents&) -> double {
                  throw hg::Error(hg::ErrorCode::invalid_program, "no such shape");
              }),
              "none");
}

TEST(Catalogue, DescribesProducts) {
    const InstructionEntry entry = entry_of(hg::kernels::find("gemm_local_f64_nt"));
    EXPECT_EQ(entry.groups, "ceil(rows(C), 16) x ceil(cols(C), 16)");
    EXPECT_EQ(entry.items, "16 x 16");
    EXPECT_EQ(entry.flops, "2 * cols(A) * rows(C) * cols(C)");
    EXPECT_EQ(operands_text(*entry.instruction), "A: read f64, B: read f64, C: read_write f64");
    EXPECT_EQ(scalars_text(*entry.instruction), "alpha: f64, beta: f64");
    EXPECT_EQ(exec_text(*entry.instruction), "EXEC gemm_local_f64_nt A B C ; $alpha, $beta");
}

}  // namespace
}  // namespace hgctl
