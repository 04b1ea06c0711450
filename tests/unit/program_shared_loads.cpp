#include <gtest/gtest.h>

#include <limits>

#include "tests/support/program_sources.hpp"

namespace {

using namespace hg;

/// Three devices; a call of load() or store() is an LD or, behind an EXEC, an ST.
const std::string kSubs =
    "devices gpus\nmatrix M f64 8x8\nmatrix N f64 8x8\n"
    "sub load(matrix A, int row, int col, int cols, device d) {\n"
    "register t f64 4 x cols @ d\nLD t <- A[row, col]\n}\n"
    "sub store(matrix A, int row, int col, int rows, int cols) {\n"
    "register t f64 rows x cols @ gpus[2]\nEXEC clear t\nST A[row, col] <- t\n}\n"
    "sub tile(device d) { load(M, 0, 0, 2, d) }\n";

Program on_three_devices(const std::string& statements) {
    return sources::built(kSubs + statements, {}, samples::target(3));
}

struct SharedTiles {
    const char* what;
    const char* statements;
    std::vector<std::vector<std::uint32_t>> groups;  ///< of commands
};

const SharedTiles kShared[] = {
    {"one tile on several devices is a group", "tile(gpus[2])\ntile(gpus[0])\ntile(gpus[1])\n", {{0, 1, 2}}},
    {"one device shares nothing", "tile(gpus[1])\ntile(gpus[1])\nstore(N, 0, 0, 4, 2)\n", {}},
    {"tiles must be identical",
     "tile(gpus[0])\nload(M, 0, 0, 3, gpus[1])\nload(M, 1, 0, 2, gpus[2])\nload(N, 0, 0, 2, gpus[2])\n",
     {}},
    {"a store to any part of the tile ends a group",
     "tile(gpus[0])\ntile(gpus[1])\nstore(M, 3, 1, 1, 1)\ntile(gpus[1])\ntile(gpus[2])\n",
     {{0, 1}, {4, 5}}},
    {"a store to a smaller part after a larger one ends a group",
     "store(M, 0, 0, 8, 8)\ntile(gpus[0])\nstore(M, 0, 0, 1, 1)\ntile(gpus[1])\nstore(M, 0, 0, 8, 8)\n"
     "tile(gpus[2])\n",
     {}},
    {"a store beside the tile or to another matrix does not",
     "tile(gpus[0])\nstore(M, 4, 0, 4, 2)\nstore(M, 0, 2, 4, 2)\nstore(N, 0, 0, 4, 2)\ntile(gpus[1])\n",
     {{0, 7}}},
    {"each device's turns are grouped whatever their order",
     "for i in 0..3 { tile(gpus[0]) }\ntile(gpus[1])\ntile(gpus[1])\n",
     {{0, 3}, {1, 4}}},
    {"groups are numbered by their first loads",
     "load(M, 0, 4, 2, gpus[0])\ntile(gpus[0])\ntile(gpus[1])\nload(M, 0, 4, 2, gpus[1])\n",
     {{0, 3}, {1, 2}}},
};

TEST(SharedLoad, IsOneOfAGroup) {
    for (const SharedTiles& row : kShared) {
        SCOPED_TRACE(row.what);
        const Program p = on_three_devices(row.statements);
        ASSERT_EQ(p.shared_load_count(), row.groups.size());
        std::vector<std::uint32_t> group_of(p.size(), kNotShared);
        for (std::uint32_t g = 0; g < row.groups.size(); ++g) {
            std::vector<std::uint32_t> users;
            for (const CommandId user : p.shared_load_users(g))
                users.push_back(static_cast<std::uint32_t>(user));
            EXPECT_EQ(users, row.groups[g]);
            for (const std::uint32_t user : row.groups[g]) group_of[user] = g;
        }
        for (std::uint32_t c = 0; c < p.size(); ++c) EXPECT_EQ(p.shared_load(CommandId{c}), group_of[c]) << c;
    }
}

TEST(SharedLoad, RowsOfBlocksShareTheWholeOfB) {
    const Program p = samples::gemm(samples::target(4), 4, 3, 2, 2);
    EXPECT_EQ(p.shared_load_count(), 3U * 2U);
    for (std::uint32_t g = 0; g < p.shared_load_count(); ++g) EXPECT_EQ(p.shared_load_users(g).size(), 4U);
}

TEST(SharedLoad, ATileOutsideItsMatrixIsNoGroup) {
    ProgramParts parts = on_three_devices("tile(gpus[0])\ntile(gpus[1])\n").parts();
    for (HostTile& t : parts.tiles) t.row = std::numeric_limits<std::int64_t>::max() - 1;
    EXPECT_EQ(Program(std::move(parts)).shared_load_count(), 0U);
}

}  // namespace
