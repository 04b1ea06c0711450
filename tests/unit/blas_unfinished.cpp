#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "blas/call/unfinished.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

constexpr std::int64_t kTile = 4;

/// A program that stores a matrix of `rows` x `cols` tiles of 4 x 4 doubles, column by column of tiles.
Program stores(std::int64_t rows, std::int64_t cols) {
    Target target;
    target.devices.resize(1);
    ProgramBuilder b(target);
    const ParameterId c = b.matrix("C", ElementType::f64, kTile * rows, kTile * cols);
    for (std::int64_t j = 0; j < cols; ++j)
        for (std::int64_t i = 0; i < rows; ++i) {
            const RegisterId r = b.reg(0, ElementType::f64, kTile, kTile);
            const HostTile tile{c, kTile * i, kTile * j, kTile, kTile};
            b.load(r, tile);
            b.store(tile, r);
        }
    return std::move(b).finish();
}

constexpr std::int64_t kWhole = kTile * kTile;

/// What is left where the t-th ST has stored elements[t] elements of its tile.
Unfinished left(std::int64_t rows, std::int64_t cols,
                const std::vector<std::optional<std::int64_t>>& elements) {
    const Program program = stores(rows, cols);
    RunJournal journal;
    journal.begin(program);
    std::size_t t = 0;
    for (CommandId store : program.queue({0, QueueKind::store})) {
        const std::optional<std::int64_t> done = elements[t++];
        journal.store_begins(store, !done);
        if (done) journal.stored(store, 8 * *done);
    }
    Unfinished result;
    result.tiles.reserve(most_unfinished(program));
    find_unfinished(program, journal, result);
    return result;
}

HostTile rectangle(std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols) {
    return {ParameterId{0}, row, col, rows, cols};
}

TEST(Unfinished, NothingWhereAllIsStored) {
    const Unfinished rest = left(1, 2, {kWhole, kWhole});
    EXPECT_TRUE(rest.tiles.empty());
    EXPECT_FALSE(rest.unknown);
}

TEST(Unfinished, AllOfItWhereNothingIs) {
    EXPECT_EQ(left(3, 2, std::vector<std::optional<std::int64_t>>(6, 0)).tiles,
              std::vector{rectangle(0, 0, 12, 8)});
}

TEST(Unfinished, TilesBelowAndBesideEachOtherArePutTogether) {
    EXPECT_EQ(left(2, 3, {0, 0, kWhole, 0, kWhole, 0}).tiles,
              (std::vector{rectangle(0, 0, 8, 4), rectangle(4, 4, 4, 8)}));
    EXPECT_EQ(left(2, 2, {0, kWhole, kWhole, 0}).tiles,
              (std::vector{rectangle(0, 0, 4, 4), rectangle(4, 4, 4, 4)}));
}

TEST(Unfinished, ATileStoredInPartLeavesItsRest) {
    EXPECT_THAT(left(1, 1, {6}).tiles,
                testing::UnorderedElementsAre(rectangle(2, 1, 2, 1), rectangle(0, 2, 4, 2)));
    EXPECT_EQ(left(1, 1, {8}).tiles, std::vector{rectangle(0, 2, 4, 2)});
    EXPECT_EQ(left(1, 1, {15}).tiles, std::vector{rectangle(3, 3, 1, 1)});
    EXPECT_EQ(left(1, 2, {4, 0}).tiles, std::vector{rectangle(0, 1, 4, 7)});
}

TEST(Unfinished, WhatNobodyKnowsCountsWhole) {
    const Unfinished rest = left(1, 2, {kWhole, std::nullopt});
    EXPECT_TRUE(rest.unknown);
    EXPECT_EQ(rest.tiles, std::vector{rectangle(0, 4, 4, 4)});
}

/// Each element is stored or left, and no element twice.
TEST(Unfinished, EveryElementIsCountedOnce) {
    constexpr std::int64_t kSide = 3;
    std::vector<std::optional<std::int64_t>> elements;
    for (std::int64_t t = 0; t < kSide * kSide; ++t) elements.emplace_back(t * 7 % (kWhole + 1));
    std::vector<int> seen(kWhole * kSide * kSide, 0);
    const auto mark = [&](std::int64_t row, std::int64_t col) {
        ++seen[static_cast<std::size_t>(row + col * kTile * kSide)];
    };
    for (std::int64_t t = 0; t < kSide * kSide; ++t)
        for (std::int64_t e = 0; e < *elements[static_cast<std::size_t>(t)]; ++e)
            mark(kTile * (t % kSide) + e % kTile, kTile * (t / kSide) + e / kTile);
    for (const HostTile& tile : left(kSide, kSide, elements).tiles)
        for (std::int64_t col = 0; col < tile.cols; ++col)
            for (std::int64_t row = 0; row < tile.rows; ++row) mark(tile.row + row, tile.col + col);
    EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
}

/// Of a triangle, too, and none of the other one.
TEST(Unfinished, ATriangleLeavesElementsOfItsOwn) {
    constexpr std::int64_t kOrder = 5;
    for (const TilePart part : {TilePart::lower, TilePart::upper})
        for (std::int64_t done = 0; done <= kOrder * kOrder; ++done) {
            Target target;
            target.devices.resize(1);
            ProgramBuilder b(target);
            const ParameterId c = b.matrix("C", ElementType::f64, kOrder + 2, kOrder + 1);
            const RegisterId r = b.reg(0, ElementType::f64, kOrder, kOrder);
            const HostTile tile{c, 2, 1, kOrder, kOrder, part};
            b.load(r, tile);
            const CommandId store = b.store(tile, r);
            const Program program = std::move(b).finish();
            RunJournal journal;
            journal.begin(program);
            journal.stored(store, 8 * done);
            Unfinished rest;
            rest.tiles.reserve(most_unfinished(program));
            find_unfinished(program, journal, rest);

            std::vector<int> seen(kOrder * kOrder, 0);
            const auto belongs = [](std::int64_t i, std::int64_t j, TilePart of) {
                return of == TilePart::whole || (of == TilePart::lower ? i >= j : i <= j);
            };
            for (std::int64_t e = 0; e < done; ++e)
                if (belongs(e % kOrder, e / kOrder, part)) ++seen[static_cast<std::size_t>(e)];
            for (const HostTile& left : rest.tiles)
                for (std::int64_t j = 0; j < left.cols; ++j)
                    for (std::int64_t i = 0; i < left.rows; ++i)
                        if (belongs(i, j, left.part))
                            ++seen[static_cast<std::size_t>(left.row - 2 + i + (left.col - 1 + j) * kOrder)];
            for (std::int64_t e = 0; e < kOrder * kOrder; ++e)
                EXPECT_EQ(seen[static_cast<std::size_t>(e)], belongs(e % kOrder, e / kOrder, part) ? 1 : 0)
                    << "element " << e << " after " << done;
            EXPECT_LE(rest.tiles.size(), most_unfinished(program));
        }
}

}  // namespace
}  // namespace hg
