#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sparse/solve/methods.hpp"
#include "sparse/solve/solver_program.hpp"
#include "sparse/spmv/needed_columns.hpp"
#include "sparse/spmv/row_division.hpp"
#include "support/solver_samples.hpp"
#include <hg/sparse/generate.hpp>

namespace hg {
namespace {

using namespace test;
using sparse::BlockLimits;
using sparse::RowRange;

/// Inner rows apart, whatever their number.
constexpr BlockLimits kSmallInner{.least_inner = 1};
/// And blocks of few nonzeros.
constexpr BlockLimits kSmallBlocks{.most = 300, .least_inner = 1};

/// True if all nonzeros of the rows lie in columns of `own`.
bool needs_own_alone(const SparseMatrix<double>& A, const RowRange& rows, const RowRange& own) {
    const auto start = [&](std::int64_t row) { return A.row_start()[static_cast<std::size_t>(row)]; };
    return std::ranges::all_of(
        A.columns().subspan(static_cast<std::size_t>(start(rows.first)),
                            static_cast<std::size_t>(start(rows.last) - start(rows.first))),
        [&](std::int32_t column) { return column >= own.first && column < own.last; });
}

/// Each row of `own` once, in blocks that begin where windows may.
void expect_blocks_of(const RowRange& own, std::vector<RowRange> blocks) {
    std::ranges::sort(blocks, {}, &RowRange::first);
    std::int64_t next = own.first;
    for (const RowRange& block : blocks) {
        EXPECT_EQ(block.first, next);
        EXPECT_EQ((block.first - own.first) % sparse::kPlaceUnit, 0);
        EXPECT_LT(block.first, block.last);
        next = block.last;
    }
    EXPECT_EQ(next, own.last);
}

TEST(RowsOfSolvers, InnerRowsComeFirst) {
    const SparseMatrix<double> A = laplacian<double>(27, 8, 9, 30);  // planes of 72 rows
    const auto blocks_of = [&](const RowRange& own) {
        return solver_blocks(A, own, SparseFormat::sell, kSmallInner);
    };
    const RowRange middle{720, 1440};
    std::vector<RowRange> blocks = blocks_of(middle);
    ASSERT_EQ(blocks.size(), 3);
    expect_blocks_of(middle, blocks);
    EXPECT_TRUE(needs_own_alone(A, blocks[0], middle));
    EXPECT_GE(blocks[0].first, 720 + 72);
    EXPECT_LE(blocks[0].first, 720 + 72 + 16);
    EXPECT_FALSE(needs_own_alone(A, blocks[1], middle));
    EXPECT_FALSE(needs_own_alone(A, blocks[2], middle));
    const RowRange last{1440, 2160};
    blocks = blocks_of(last);
    ASSERT_EQ(blocks.size(), 2) << "nothing stands behind it";
    expect_blocks_of(last, blocks);
    EXPECT_TRUE(needs_own_alone(A, blocks[0], last));
    EXPECT_EQ(blocks[0].last, 2160);
    EXPECT_EQ(blocks_of({0, 2160}).size(), 1);
    EXPECT_EQ(solver_blocks(A, middle, SparseFormat::sell, BlockLimits{}).size(), 1) << "it is small";
    EXPECT_EQ(solver_blocks(A, middle, SparseFormat::csr_merge, kSmallInner).size(), 1)
        << "its sums would have another order";
}

TEST(RowsOfSolvers, AreNotCutWhereMostNeedOthers) {
    const SparseMatrix<double> scattered = random_rows_matrix<double>(2000, 2000, 2, 9, 1);
    EXPECT_EQ(solver_blocks(scattered, {500, 1500}, SparseFormat::csr, kSmallInner).size(), 1);
    const SparseMatrix<double> planes = laplacian<double>(27, 20, 20, 9);
    EXPECT_EQ(solver_blocks(planes, {1200, 2400}, SparseFormat::csr, kSmallInner).size(), 1)
        << "one plane of three";
    const SparseMatrix<double> blocks = block_diagonal_matrix<double>(160, 16, 3);
    EXPECT_EQ(solver_blocks(blocks, {32, 96}, SparseFormat::csr, kSmallInner).size(), 1) << "none needs any";
    EXPECT_EQ(solver_blocks(planes, {17, 22}, SparseFormat::csr, kSmallInner).size(), 1) << "few rows";
}

TEST(RowsOfSolvers, AreCutByNonzeros) {
    const SparseMatrix<double> A = laplacian<double>(7, 10, 10, 20);
    for (const SparseFormat format : {SparseFormat::sell, SparseFormat::csr_merge, SparseFormat::hybrid}) {
        const RowRange own{300, 1500};
        const auto blocks = solver_blocks(A, own, format, {.most = 700, .least_inner = 1});
        expect_blocks_of(own, blocks);
        EXPECT_GT(blocks.size(), 7200 / 700);
        for (const RowRange& block : blocks)
            EXPECT_LE(A.row_start()[static_cast<std::size_t>(block.last)] -
                          A.row_start()[static_cast<std::size_t>(block.first)],
                      700);
    }
}

TEST(RowsOfSolvers, ColumnsKeepTheirPlaces) {
    const SparseMatrix<double> A = random_rows_matrix<double>(400, 90000, 0, 3, 4);
    sparse::ColumnRanges all;
    for (const auto& [first, last] : {std::pair{0, 2000}, {2000, 30001}, {40000, 40003}, {50000, 90000}})
        all.add(first, last, sparse::kPlaceUnit);
    const auto place = [](const sparse::ColumnRanges& ranges, std::int64_t column) {
        const auto range = ranges.find(column);
        return range != ranges.ranges().end() && range->holds(column) ? range->place + column - range->first
                                                                      : -1;
    };
    std::int64_t compared = 0;
    for (std::int64_t row = 0; row < 400; ++row) {
        const auto first = static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(row)]);
        const auto last = static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(row) + 1]);
        const auto columns = A.columns().subspan(first, last - first);
        if (std::ranges::any_of(columns, [&](std::int32_t column) { return place(all, column) < 0; }))
            continue;  // this device has none of that column
        const auto x = block_columns(A, {row, row + 1}, all);
        EXPECT_EQ(x.first_place % sparse::kPlaceUnit, 0);
        EXPECT_GT(x.columns.size(), 0);
        EXPECT_LE(x.first_place + x.columns.size(), all.size());
        for (const std::int32_t column : columns) {
            EXPECT_EQ(x.first_place + place(x.columns, column), place(all, column)) << row;
            ++compared;
        }
    }
    EXPECT_GT(compared, 200);
}

TEST(SpmvDivision, RowsAreDividedByTheirBytes) {
    const auto A = arrow_matrix<double>(40000, 1);
    const std::vector<DeviceModel> devices(3);
    const auto rows = sparse::divided_rows(A.row_start(), ElementType::f64, devices);
    ASSERT_EQ(rows.size(), 3);
    EXPECT_EQ(rows[0].first, 0);
    EXPECT_EQ(rows[0].last, rows[1].first);
    EXPECT_EQ(rows[2].last, 40000);
    // 12 bytes a nonzero and 20 a row, 56 of all rows on average.
    EXPECT_NEAR(static_cast<double>(rows[0].size()), (40000 * 56.0 / 3 - 40000 * 12) / 44, 5);
    EXPECT_NEAR(static_cast<double>(rows[1].size()), static_cast<double>(rows[2].size()), 2);
    std::vector<DeviceModel> unlike(3);
    unlike[0].available = false;
    unlike[1].memory_rate *= 3;
    const auto others =
        sparse::divided_rows(laplacian<double>(5, 100, 100).row_start(), ElementType::f64, unlike);
    EXPECT_EQ(others[0].size(), 0);
    EXPECT_NEAR(static_cast<double>(others[1].size()), 7500, 20);
    EXPECT_EQ(others[2].last, 10000);
}

TEST(SpmvDivision, BlocksHoldAtLeastARowEach) {
    const auto A = arrow_matrix<double>(1000, 1);
    const auto blocks = sparse::row_blocks(A.row_start(), {0, 1000}, 100);
    EXPECT_EQ(blocks[0].size(), 1);  // 1000 nonzeros
    EXPECT_EQ(blocks[1].size(), 50);
    EXPECT_EQ(blocks.back().last, 1000);
    for (std::size_t i = 1; i < blocks.size(); ++i) EXPECT_EQ(blocks[i].first, blocks[i - 1].last);
}

TEST(SpmvDivision, DevicesGetTheColumnsThatTheyNeed) {
    const auto band = banded_matrix<float>(100000, 3, 1);
    const auto some = sparse::needed_columns(band, {30000, 40000});
    ASSERT_EQ(some.ranges().size(), 1);
    EXPECT_GE(some.ranges()[0].first, 30000 - 3 - 512);
    EXPECT_LE(some.ranges()[0].last, 40000 + 3 + 512);
    const auto arrow = arrow_matrix<float>(200000, 1);
    const auto two = sparse::needed_columns(arrow, {150000, 160000});
    ASSERT_EQ(two.ranges().size(), 2);
    EXPECT_EQ(two.ranges()[0].first, 0);
    EXPECT_EQ(two.ranges()[1].place % 16, 0);
    EXPECT_LT(two.size(), 12000);
    EXPECT_GT(sparse::needed_columns(random_rows_matrix<float>(9, 9, 0, 0, 1), {0, 9}).size(), 0);
    // Columns far from each other: few ranges nevertheless.
    const auto spread = random_rows_matrix<float>(1, 20000000, 200, 200, 1);
    EXPECT_LE(sparse::needed_columns(spread, {0, 1}).ranges().size(), 64);
    // A byte for each group of these columns would take 2 TiB.
    const std::int64_t far = std::int64_t{1} << 50;
    const std::vector<std::int64_t> start{0, 3}, column{5, 600, far / 2};
    const auto wide = SparseMatrix<float>::from_csr(1, far, start, column, std::vector<float>(3, 1));
    const auto found = sparse::needed_columns(wide, {0, 1});
    ASSERT_EQ(found.ranges().size(), 2);
    EXPECT_EQ(found.ranges()[0].first, 0);
    EXPECT_EQ(found.ranges()[0].last, 1024);
    EXPECT_EQ(found.ranges()[1].first, far / 2);
    EXPECT_EQ(found.size(), 1024 + 512);
}

/// y := A x in a program of a solver.
template <Element T>
struct SolverProduct {
    SolverProduct(const SparseMatrix<T>& A, std::size_t devices, const BlockLimits& limits)
        : system(A, {}, solving_session(devices), limits), program([&] {
              sparse::SolverProgram built(system);
              built.load_system();
              const auto p = built.factor("p"), q = built.vector("q");
              built.load("x", p);
              built.multiply(1, p, 0, q);
              built.store("y", q);
              return std::move(built).finish();
          }()) {}

    std::vector<T> of(const std::vector<T>& x) {
        std::vector<T> y(x.size());
        const auto n = static_cast<std::int64_t>(x.size());
        system.run(program, Bindings{}.matrix("x", x.data(), n).matrix("y", y.data(), n));
        return y;
    }

    sparse::SolverSystem system;
    Program program;
};

template <Element T>
void expect_same_products() {
    const std::pair<const char*, SparseMatrix<T>> matrices[] = {
        {"27 points", laplacian<T>(27, 6, 5, 24)},
        {"5 points", laplacian<T>(5, 10, 40)},
        {"scattered", random_rows_matrix<T>(500, 500, 0, 9, 1)},
        {"far", random_rows_matrix<T>(90000, 90000, 0, 1, 2)},
        {"arrow", arrow_matrix<T>(200, 3)},
        {"blocks", block_diagonal_matrix<T>(192, 16, 5)},
        {"two rows", laplacian<T>(5, 2, 1)}};
    for (const auto& [name, A] : matrices) {
        const std::vector<T> x = some_vector<T>(A.rows());
        const std::vector<T> y = SolverProduct<T>(A, 1, {}).of(x);
        for (const std::size_t devices : {1, 2, 3})
            for (const BlockLimits& limits : {BlockLimits{}, kSmallInner, kSmallBlocks})
                EXPECT_EQ(SolverProduct<T>(A, devices, limits).of(x), y)
                    << name << " on " << devices << " devices, blocks of " << limits.most;
    }
}

TEST(SolverBlocks, KeepTheBitsOfProducts) {
    expect_same_products<double>();
}
TEST(ComplexSolverBlocks, KeepTheBitsOfProducts) {
    expect_same_products<std::complex<float>>();
}

TEST(SolverBlocks, InnerRowsWaitForNoOtherDevice) {
    SolverProduct<double> product(laplacian<double>(27, 6, 5, 30), 3, kSmallInner);
    const Program& program = product.program;
    const auto loads_exchange = [&](CommandId id) {
        return program.command(id).operation == Operation::load &&
               program.matrices()[index(program.tile(id).parameter)].name == "vector";
    };
    for (DeviceIndex device = 0; device < 3; ++device) {
        std::vector<bool> waits;
        for (const CommandId id : program.queue({device, QueueKind::exec}))
            waits.push_back(std::ranges::any_of(program.dependencies(id), [&](const Dependency& dependency) {
                return loads_exchange(dependency.on);
            }));
        EXPECT_EQ(waits,
                  device == 1 ? std::vector<bool>({false, true, true}) : std::vector<bool>({false, true}))
            << "device " << device;
    }
}

TEST(SolverBlocks, KeepTheBitsOfSolutions) {
    const SparseMatrix<double> A = dominant_matrix(laplacian<double>(27, 5, 4, 20));
    const std::vector<double> b = some_vector<double>(A.rows());
    const SolverOptions options{.restart = 9, .stride = 4};
    for (const auto method :
         {&sparse::conjugate_gradients<double>, &sparse::bicgstab<double>, &sparse::gmres<double>})
        for (const std::size_t devices : {1, 2, 3}) {
            std::vector<double> x(b.size()), of_blocks(b.size());
            const SolveReport expected = method({A, b, x, options, solving_session(devices)});
            EXPECT_EQ(expected.reason, StopReason::converged);
            for (const BlockLimits& limits : {kSmallInner, kSmallBlocks}) {
                const SolveReport report =
                    method({A, b, of_blocks, options, solving_session(devices), limits});
                EXPECT_EQ(of_blocks, x) << devices << " devices";
                EXPECT_EQ(report.history, expected.history) << devices << " devices";
            }
        }
}

}  // namespace
}  // namespace hg
