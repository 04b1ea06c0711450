#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "kernels/sparse/spmv_choice.hpp"
#include "kernels/sparse/spmv_estimate.hpp"
#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

TEST(SpmvParameters, WhatCannotBeMadeIsRefused) {
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

/// The figures of rows of these lengths.
template <class Length>
SpmvFigures figures_of_rows(std::int64_t rows, double scatter, const Length& length) {
    SpmvFigures f{.rows = rows, .histogram = std::vector<std::int64_t>(40), .scatter = scatter};
    for (std::int64_t i = 0; i < rows; ++i) {
        const std::int64_t n = length(i);
        f.elements += n;
        f.longest = std::max(f.longest, n);
        f.variance += static_cast<double>(n * n);
        ++f.histogram[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(n)))];
    }
    const double mean = static_cast<double>(f.elements) / static_cast<double>(rows);
    f.variance = f.variance / static_cast<double>(rows) - mean * mean;
    return f;
}

/// Numbers from `least` to `most`, which follow from i.
std::int64_t spread_number(std::int64_t i, std::int64_t least, std::int64_t most) {
    return least + i * 7919 % 104729 % (most - least + 1);
}

constexpr SpmvUse kLargeGpu{.compute_units = 132};
constexpr std::int64_t kManyRows = 2000000;

TEST(SpmvChoice, SlicesForRowsOfAboutOneLength) {
    const auto stencil =
        figures_of_rows(kManyRows, 0.1, [](std::int64_t i) { return i % 128 < 3 ? 18 : 27; });
    const SpmvChoice of_stencil = choose_spmv(stencil, kLargeGpu);
    EXPECT_EQ(of_stencil.kernel, SpmvKernel::sell);
    EXPECT_EQ(of_stencil.width, 0);
    EXPECT_EQ(of_stencil.sorted, 1);
    EXPECT_EQ(of_stencil.blocking.lanes, 4);
    // Uneven rows are sorted: those near each other, or all if their columns are scattered.
    for (const double scatter : {0.2, 0.9}) {
        const auto uneven =
            figures_of_rows(kManyRows, scatter, [](std::int64_t i) { return spread_number(i, 2, 200); });
        const SpmvChoice choice = choose_spmv(uneven, kLargeGpu);
        EXPECT_EQ(choice.kernel, SpmvKernel::sell);
        EXPECT_EQ(choice.width, 0);
        EXPECT_EQ(choice.sorted, scatter < 0.5 ? 1024 : 1 << 19);
        EXPECT_EQ(choice.blocking.lanes, scatter < 0.5 ? 4 : 1);
    }
    const auto empty_rows = figures_of_rows(
        kManyRows, 0.9, [](std::int64_t i) { return i % 3 == 0 ? spread_number(i, 5, 60) : 0; });
    EXPECT_EQ(choose_spmv(empty_rows, kLargeGpu).kernel, SpmvKernel::sell);
    EXPECT_EQ(choose_spmv(empty_rows, kLargeGpu).sorted, 1 << 19);
}

TEST(SpmvChoice, AListForWhatLongRowsHaveTooMuch) {
    const auto arrow = figures_of_rows(kManyRows, 0.1, [](std::int64_t i) { return i == 0 ? kManyRows : 2; });
    EXPECT_EQ(choose_spmv(arrow, kLargeGpu).kernel, SpmvKernel::sell);
    EXPECT_GE(choose_spmv(arrow, kLargeGpu).width, 2);
    EXPECT_LE(choose_spmv(arrow, kLargeGpu).width, 4);
    const auto dense_row = figures_of_rows(
        kManyRows, 0.9, [](std::int64_t i) { return i == 5 ? kManyRows : spread_number(i, 5, 40); });
    EXPECT_EQ(choose_spmv(dense_row, kLargeGpu).kernel, SpmvKernel::sell);
    EXPECT_EQ(choose_spmv(dense_row, kLargeGpu).width, 64);
}

TEST(SpmvChoice, AListForTheLongRowsOfAGraph) {
    const auto graph = figures_of_rows(kManyRows, 0.9, [](std::int64_t i) {
        const std::int64_t drawn = spread_number(i, 1, 100000);
        return std::min<std::int64_t>(3000, 600000 / drawn);
    });
    EXPECT_EQ(choose_spmv(graph, kLargeGpu).kernel, SpmvKernel::sell);
    EXPECT_GE(choose_spmv(graph, kLargeGpu).width, 64);
}

TEST(SpmvChoice, SharesAndRowsForTheOthers) {
    // Most elements are in a few rows of any length.
    const auto few_long = figures_of_rows(
        20000, 0.9, [](std::int64_t i) { return i % 100 == 0 ? spread_number(i, 1, 100000) : 3; });
    EXPECT_EQ(choose_spmv(few_long, kLargeGpu).kernel, SpmvKernel::csr_merge);
    // Of few rows work-items share each.
    const auto few = figures_of_rows(10000, 0.5, [](std::int64_t i) { return spread_number(i, 3000, 4000); });
    EXPECT_EQ(choose_spmv(few, kLargeGpu).kernel, SpmvKernel::csr_rows);
    EXPECT_EQ(choose_spmv(few, kLargeGpu).blocking.lanes, 32);
    EXPECT_GT(choose_spmv({100000, 600000, 6, 1}, kLargeGpu).blocking.lanes, 1)
        << "few rows leave units idle";
}

TEST(SpmvChoice, OfCpus) {
    const SpmvUse cpu{.is_gpu = false, .compute_units = 16};
    EXPECT_EQ(choose_spmv({100000, 500000, 100000, 1e5}, cpu).kernel, SpmvKernel::csr_merge);
    EXPECT_EQ(choose_spmv({1 << 20, 16000000, 40000, 9000}, cpu).kernel, SpmvKernel::csr_rows);
}

/// Places and lengths as they are counted, within what a histogram does not tell.
TEST(SpmvEstimate, IsNearWhatIsCounted) {
    constexpr std::int64_t kRows = 1 << 16, kSlice = 32;
    const auto length = [](std::int64_t i) { return i % 5 == 0 ? 0 : spread_number(i * i % 9973, 1, 63); };
    const SpmvFigures f = figures_of_rows(kRows, 0, length);
    for (const std::int64_t width : {8, 32, 64})
        for (const std::int64_t window : {std::int64_t{1}, std::int64_t{1024}, kRows}) {
            std::int64_t places = 0, beyond = 0;
            std::vector<std::int64_t> rows;
            for (std::int64_t i = 0; i < kRows; ++i) {
                rows.push_back(std::min(length(i), width));
                beyond += std::max<std::int64_t>(0, length(i) - width);
            }
            for (std::size_t first = 0; first < rows.size(); first += static_cast<std::size_t>(window))
                std::sort(rows.begin() + static_cast<std::ptrdiff_t>(first),
                          rows.begin() + static_cast<std::ptrdiff_t>(first) + window, std::greater<>());
            for (std::size_t first = 0; first < rows.size(); first += kSlice)
                places +=
                    kSlice * *std::max_element(rows.begin() + static_cast<std::ptrdiff_t>(first),
                                               rows.begin() + static_cast<std::ptrdiff_t>(first) + kSlice);
            const double estimate =
                estimated_places(f, static_cast<double>(width), kSlice, static_cast<double>(window));
            EXPECT_NEAR(estimate / static_cast<double>(places), 1, 0.08) << width << ' ' << window;
            EXPECT_NEAR(RowLengths(f).beyond(static_cast<double>(width)), static_cast<double>(beyond),
                        0.05 * static_cast<double>(f.elements));
        }
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
