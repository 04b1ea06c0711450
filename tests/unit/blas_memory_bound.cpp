#include <gtest/gtest.h>

#include "blas/cost/memory_bound.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

TEST(MemoryBound, TrafficCountsWhatAnyCallMustMove) {
    const auto expect = [](const char* routine, double read, double written) {
        const Traffic t = traffic(routine, ElementType::f64, 30, 20);
        EXPECT_EQ(t.read, 8 * read) << routine;
        EXPECT_EQ(t.written, 8 * written) << routine;
    };
    expect("copy", 20, 20);
    expect("axpy", 40, 20);
    expect("dot", 40, 0);
    expect("gemv", 30 + 20 + 600, 30);
    expect("ger", 30 + 20 + 600, 600);
    expect("symv", 40 + 210, 20);
    expect("trsv", 20 + 210, 20);
    EXPECT_EQ(traffic("scal", ElementType::f32, 0, 20).read, 80);
    EXPECT_THROW(traffic("gemm", ElementType::f64, 1, 1), Error);
}

TEST(MemoryBound, TimesAddOrTheSlowerDecides) {
    const MemoryRates memory{1e12, {{1000, 4e12}}, {{1000, 2e12}}, ""};
    const MemoryBound copy = bound({8e9, 8e9}, memory);
    EXPECT_DOUBLE_EQ(copy.adding, 2e-3 + 4e-3);
    EXPECT_DOUBLE_EQ(copy.slower, 4e-3);
    const MemoryBound dot = bound("dot", ElementType::f64, 0, 500000000, memory);
    EXPECT_DOUBLE_EQ(dot.adding, 2e-3);
    EXPECT_DOUBLE_EQ(dot.slower, 2e-3);
}

TEST(MemoryBound, RatesAreThoseOfAMatrixWithAsManyBytes) {
    const MemoryRates memory{1e12, {{100, 1e9}, {10000, 3e9}}, {}, ""};
    const auto rate = [&](double order) {
        const double bytes = 4 * order * order;
        return bytes / bound({bytes, 0}, memory).adding;
    };
    EXPECT_NEAR(rate(100), 1e9, 1);
    EXPECT_NEAR(rate(1000), 2e9, 1) << "half way between, on a scale of ratios";
    EXPECT_NEAR(rate(10000), 3e9, 1);
    EXPECT_NEAR(rate(10), 1e9, 1);
    EXPECT_NEAR(rate(50000), 3e9, 1);
}

TEST(MemoryBound, NothingIsKnownWithoutCurves) {
    EXPECT_EQ(bound({8, 8}, {}).adding, 0);
    EXPECT_EQ(bound({8, 8}, {1e12, {{100, 1e9}}, {}, ""}).slower, 0) << "writes are not known";
    EXPECT_GT(bound({8, 0}, {1e12, {{100, 1e9}}, {}, ""}).slower, 0);
}

}  // namespace
}  // namespace hg
