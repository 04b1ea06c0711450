#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "lapack/cholesky/cholesky_operations.hpp"
#include "lapack/cholesky/potrf_definition.hpp"
#include "lapack/passes/distribute.hpp"
#include "lapack/passes/divide.hpp"
#include "lapack/passes/fuse.hpp"
#include "lapack/passes/left_looking.hpp"
#include "lapack/passes/lower.hpp"
#include "lapack/passes/store_final.hpp"
#include "lapack/qr/geqrf_definition.hpp"
#include "lapack/qr/qr_operations.hpp"
#include "support/fast_gpus.hpp"
#include "support/tile_executor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using Kind = TileOperation::Kind;
using test::ExactFactorization;

std::vector<std::string> lines(const TileOperations& list) {
    std::vector<std::string> texts;
    for (const TileOperation& op : list) {
        std::ostringstream out;
        out << op;
        texts.push_back(out.str());
    }
    return texts;
}

test::ExactMatrix factors_of(ExactFactorization factorization, std::int64_t m, std::int64_t n,
                             const std::vector<TileOperations>& lists) {
    test::TileExecutor executor(m, n, true, factorization);
    for (const TileOperations& list : lists) executor.execute(list);
    return executor.result();
}

constexpr std::int64_t kTestOrder = 40;

void expect_same_factors(const TileOperations& list) {
    EXPECT_EQ(
        factors_of(ExactFactorization::cholesky, kTestOrder, kTestOrder, {list}),
        factors_of(ExactFactorization::cholesky, kTestOrder, kTestOrder, {potrf_definition(kTestOrder, 4)}));
}

TileOperations of_panels() {
    return divide_columns(potrf_definition(kTestOrder, 4), multiples(4, kTestOrder));
}

TEST(LeftLookingPasses, TheDefinitionsAreTheTextbooks) {
    const std::vector<std::string> potrf{
        "factor A[0..64, 0..64] on 0", "solve A[64..96, 0..64] by A[0..64, 0..64]^H from the right on 0",
        "update A[64..96, 64..96] by A[64..96, 0..64] A[64..96, 0..64]^H on 0",
        "factor A[64..96, 64..96] on 0"};
    EXPECT_EQ(lines(potrf_definition(96, 64)), potrf);
    const std::vector<std::string> geqrf{
        "factor A[0..96, 0..64] on 0", "reflect A[0..96, 64..128] by A[0..96, 0..64] on 0",
        "factor A[64..96, 64..96] on 0", "reflect A[64..96, 96..128] by A[64..96, 64..96] on 0"};
    EXPECT_EQ(lines(geqrf_definition(96, 128, 64)), geqrf);
}

TEST(LeftLookingPasses, TrapezoidsAreDividedByColumnsAndRows) {
    expect_same_factors(of_panels());
    const auto all = [](const TileOperation&) { return true; };
    const TileOperations divided = divide_diagonal_blocks(of_panels(), all);
    expect_same_factors(divided);
    EXPECT_EQ(std::ranges::count_if(divided,
                                    [](const TileOperation& op) {
                                        return op.kind == Kind::update &&
                                               equal(op.writes.rows, op.writes.cols);
                                    }),
              9 * 10 / 2);
}

TEST(LeftLookingPasses, UpdatesByAnAdjointAreFused) {
    const TileOperations fused = fuse_updates(of_panels(), {.depth = 16, .limit = kTestOrder});
    expect_same_factors(fused);
    for (const TileOperation& op : fused)
        if (op.kind == Kind::update) {
            EXPECT_EQ(op.left.cols.begin % 16, 0);
            EXPECT_EQ(op.left.cols.end, std::min(op.left.cols.begin + 16, op.writes.cols.begin));
            EXPECT_TRUE(equal(op.left.cols, op.right.cols));
        }
}

TEST(LeftLookingPasses, ColumnsGetAllUpdatesWhenTheirTurnComes) {
    const TileOperations list = left_looking(of_panels(), {});
    expect_same_factors(list);
    EXPECT_TRUE(
        std::ranges::is_sorted(list, {}, [](const TileOperation& op) { return op.writes.cols.begin; }));
}

/// Two devices with columns in turn, of which the second one reads what is below its own first row.
TEST(LeftLookingPasses, DevicesGetTheRowsThatTheyRead) {
    const std::vector<BlockColumn> blocks{{0, 0, 4}, {1, 4, 4}, {0, 8, 4}};
    std::vector<std::string> copies;
    for (const TileOperation& op :
         distribute(divide_columns(potrf_definition(12, 4), {4, 8}), {blocks, {0, 12}, 4}))
        if (op.kind == Kind::copy) copies.push_back(lines({op}).front());
    const std::vector<std::string> expected{"copy A[0..12, 0..4] on 0", "copy A[4..12, 4..8] on 1",
                                            "copy A[8..12, 8..12] on 0", "copy A[4..12, 0..4] from 0 on 1",
                                            "copy A[8..12, 4..8] from 1 on 0"};
    EXPECT_EQ(copies, expected);
}

TEST(LeftLookingPasses, FinalTilesAreStoredOnce) {
    TileOperations list = left_looking(of_panels(), {});
    const std::vector<Span> units{{0, 20}, {20, 40}};
    for (const Span& cols : units)
        list.insert(list.begin(), {.kind = Kind::copy, .writes = {{cols.begin, kTestOrder}, cols}});
    const auto stores = [&](const FinalTiles& tiles) {
        std::vector<std::string> texts;
        const TileOperations stored = store_final(list, tiles);
        expect_same_factors(stored);
        for (const TileOperation& op : stored)
            if (op.kind == Kind::store) texts.push_back(lines({op}).front());
        return texts;
    };
    const std::vector<std::string> whole{"store A[0..40, 0..20] on 0", "store A[20..40, 20..40] on 0"};
    EXPECT_EQ(stores({.units = units}), whole);
    const std::vector<std::string> by_rows{"store A[0..8, 0..20] on 0",    "store A[8..16, 0..20] on 0",
                                           "store A[16..40, 0..20] on 0",  "store A[20..24, 20..40] on 0",
                                           "store A[24..32, 20..40] on 0", "store A[32..40, 20..40] on 0"};
    EXPECT_EQ(
        stores({.units = units, .rows_before = [](std::int64_t row, const Span&) { return row / 8 * 8; }}),
        by_rows);
}

/// A routine whose definition only factors.
struct FactorsAlone final : TileKernels {
    void open(const Span&) override {}
    void factor(const TileOperation&) override { ++factored; }
    void exchange(const TileOperation&) override {}
    void store(const TileOperation&) override {}

    int factored = 0;
};

TEST(LeftLookingPasses, OperationsWithoutKernelsAreRefused) {
    const BlockLayout layout{.m = 8, .n = 8, .block_column = 8, .panel = 4, .devices = {0}};
    ProgramBuilder builder(test::fast_gpus(1));
    BlockColumns A(builder, {"A", 8}, {}, ElementType::f64, 8, layout.distributed(), 4);
    FactorsAlone kernels;
    lower({{{.kind = Kind::factor, .writes = {{0, 8}, {0, 4}}}}}, layout, builder, A, kernels);
    EXPECT_EQ(kernels.factored, 1);
    EXPECT_THROW(lower({geqrf_definition(8, 8, 4)}, layout, builder, A, kernels), Error);
}

struct Divided {
    std::int64_t m, n;
    std::size_t devices, blocks_per_pass;
};

/// Panels of 4 columns in block columns of three.
template <class Layout>
Layout divided_as(const Divided& c) {
    Layout layout;
    layout.m = c.m;
    layout.n = c.n;
    layout.panel = 4;
    layout.block_column = 12;
    for (std::size_t d = 0; d < c.devices; ++d) layout.devices.push_back(static_cast<DeviceIndex>(d));
    layout.block_columns_per_pass = std::min(c.blocks_per_pass, layout.block_columns());
    return layout;
}

template <class Body>
void for_all_divisions(const Body& body) {
    for (const auto& [m, n] : {std::pair{1, 1}, {40, 40}, {97, 97}, {30, 75}, {75, 30}})
        for (const std::size_t devices : {1U, 2U, 3U})
            for (const std::size_t blocks : {100U, 4U, 3U, 1U}) {
                SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n) + " on " +
                             std::to_string(devices) + ", " + std::to_string(blocks) + " blocks a pass");
                body(Divided{m, n, devices, blocks});
            }
}

TEST(LeftLookingPasses, OfCholeskyGiveTheTextbooksResult) {
    for_all_divisions([](const Divided& c) {
        for (const bool last_by_panels : {false, true}) {
            if (c.m != c.n) continue;
            auto layout = divided_as<CholeskyLayout>(c);
            layout.last_by_panels = last_by_panels;
            layout.beside = last_by_panels;
            EXPECT_EQ(factors_of(ExactFactorization::cholesky, c.n, c.n, cholesky_operations(layout)),
                      factors_of(ExactFactorization::cholesky, c.n, c.n, {potrf_definition(c.n, 4)}));
        }
    });
}

TEST(LeftLookingPasses, OfQrGiveTheTextbooksResult) {
    for_all_divisions([](const Divided& c) {
        EXPECT_EQ(factors_of(ExactFactorization::qr, c.m, c.n, qr_operations(divided_as<BlockLayout>(c))),
                  factors_of(ExactFactorization::qr, c.m, c.n, {geqrf_definition(c.m, c.n, 4)}));
    });
}

/// For each tile of L the columns that its sums are made by, in order: what bits depend on.
TEST(LeftLookingPasses, SumsOfCholeskyDoNotDependOnTheDevices) {
    const auto sums = [](const Divided& c) {
        std::vector<std::string> of_columns(static_cast<std::size_t>(c.n));
        for (const TileOperations& list : cholesky_operations(divided_as<CholeskyLayout>(c)))
            for (const TileOperation& op : list)
                for (std::int64_t j = op.writes.cols.begin; j < op.writes.cols.end && op.kind == Kind::update;
                     ++j)
                    if (op.writes.rows.begin <= c.n - 1 && c.n - 1 < op.writes.rows.end)
                        of_columns[static_cast<std::size_t>(j)] += ' ' + std::to_string(op.left.cols.begin) +
                                                                   ".." + std::to_string(op.left.cols.end);
        return of_columns;
    };
    for_all_divisions([&](const Divided& c) {
        if (c.m == c.n) {
            EXPECT_EQ(sums(c), sums({c.m, c.n, 1, 100}));
        }
    });
}

/// Between a diagonal block and the solve that waits for it there are updates of the rows below.
TEST(LeftLookingPasses, UpdatesStandBesideDiagonalBlocks) {
    auto layout = divided_as<CholeskyLayout>({96, 96, 1, 100});
    layout.beside = true;
    std::size_t blocks = 0, accompanied = 0;
    const TileOperations list = cholesky_operations(layout).front();
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
        if (list[i].kind != Kind::factor) continue;
        EXPECT_EQ(list[i].queue, QueueKind::exec2);
        ++blocks;
        accompanied += list[i + 1].kind == Kind::update;
    }
    EXPECT_EQ(blocks, 24U);
    EXPECT_EQ(accompanied, 22U);
}

}  // namespace
}  // namespace hg
