#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// A copy of a tile of A to a tile of B through a register.
struct Copy {
    std::int64_t rows;
    std::int64_t cols;
    std::int64_t lda;  ///< of A and of B
    std::int64_t register_ld;
    std::int64_t row = 0;  ///< of the tile in A; in B it stands two further down
    std::int64_t col = 0;
    TilePart part = TilePart::whole;

    /// Of the tile.
    [[nodiscard]] bool touches(std::int64_t i, std::int64_t j) const {
        return part == TilePart::whole || (part == TilePart::lower ? i >= j : i <= j);
    }
};

std::vector<std::int32_t> numbered(std::size_t count) {
    std::vector<std::int32_t> numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<std::int32_t>(i + 1);
    return numbers;
}

/// Runs the copy and checks every element of B's memory, the gaps between columns too.
void expect_copied(Machine& machine, const Copy& copy, std::int32_t* a, std::int32_t* b) {
    const std::int64_t matrix_rows = copy.row + copy.rows + 2;
    const std::int64_t matrix_cols = copy.col + copy.cols + 1;
    ASSERT_GE(copy.lda, matrix_rows);
    const auto count = static_cast<std::size_t>(copy.lda * matrix_cols);
    const std::vector<std::int32_t> source = numbered(count);
    std::memcpy(a, source.data(), count * sizeof *a);
    std::fill(b, b + count, -7);

    ProgramBuilder builder(machine.target());
    const ParameterId pa = builder.matrix("A", ElementType::i32, matrix_rows, matrix_cols);
    const ParameterId pb = builder.matrix("B", ElementType::i32, matrix_rows, matrix_cols);
    const RegisterId r = builder.reg(0, ElementType::i32, copy.rows, copy.cols, copy.register_ld);
    builder.load(r, {pa, copy.row, copy.col, copy.rows, copy.cols, copy.part});
    builder.store({pb, copy.row + 2, copy.col, copy.rows, copy.cols, copy.part}, r);
    const Program program = std::move(builder).finish();
    machine.run(
        program,
        Bindings{}.matrix("A", static_cast<const std::int32_t*>(a), copy.lda).matrix("B", b, copy.lda));

    std::vector<std::int32_t> expected(count, -7);
    for (std::int64_t j = 0; j < copy.cols; ++j)
        for (std::int64_t i = 0; i < copy.rows; ++i)
            if (copy.touches(i, j)) {
                const auto at = static_cast<std::size_t>(copy.row + i + (copy.col + j) * copy.lda);
                expected[at + 2] = source[at];
            }
    EXPECT_EQ(std::memcmp(expected.data(), b, count * sizeof *b), 0)
        << copy.rows << "x" << copy.cols << " " << name(copy.part) << " ld " << copy.lda << " register ld "
        << copy.register_ld;
}

void expect_copied(Machine& machine, const Copy& copy) {
    const auto count = static_cast<std::size_t>(copy.lda * (copy.col + copy.cols + 1));
    std::vector<std::int32_t> a(count);
    std::vector<std::int32_t> b(count);
    expect_copied(machine, copy, a.data(), b.data());
}

std::vector<Copy> copies() {
    return {
        {1, 1, 3, 1},
        {1, 1, 3, 5},
        {7, 1, 9, 7},
        {1, 9, 3, 1},
        {5, 4, 7, 5},
        {5, 4, 17, 5},
        {5, 4, 7, 8},
        {5, 4, 40, 64, 3, 2},
        {100, 30, 102, 100},
        {100, 30, 102, 128},
        {100, 30, 200, 100, 50, 7},
        {3000, 3, 3002, 3000},
        {3000, 3, 4000, 3001, 900, 1},
        {1, 1, 3, 1, 0, 0, TilePart::lower},
        {1, 1, 3, 1, 0, 0, TilePart::upper},
        {40, 40, 60, 40, 5, 3, TilePart::lower},
        {40, 40, 42, 48, 0, 1, TilePart::upper},
        {50, 20, 70, 50, 1, 0, TilePart::lower},
        {50, 20, 70, 50, 1, 0, TilePart::upper},
        {20, 50, 22, 20, 0, 0, TilePart::lower},
        {20, 50, 22, 20, 0, 0, TilePart::upper},
        {700, 700, 702, 704, 0, 0, TilePart::lower},
        {700, 700, 900, 700, 7, 2, TilePart::upper},
    };
}

class Transfers : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(Transfers, MoveTheTileAndNothingElse) {
    MachineOptions options = test::copying_options();
    options.chunk_bytes = GetParam();
    options.ring_chunks = 3;
    Machine machine(options);
    constexpr std::int64_t kMostChunks = 1000;  // each is a command of its own
    for (const Copy& copy : copies())
        if (copy.rows * copy.cols * 4 <= kMostChunks * options.chunk_bytes) expect_copied(machine, copy);
}

// Chunks smaller than an element's neighbours, than a column, of some columns, and larger than all.
INSTANTIATE_TEST_SUITE_P(ChunkBytes, Transfers, ::testing::Values(8, 64, 1000, 4096, 8 << 20));

TEST(Transfers, UseSeveralThreadsForLargeTiles) {
    MachineOptions options = test::copying_options();
    options.staging_threads = 4;
    Machine machine(options);
    expect_copied(machine, {1000, 1500, 1002, 1000});
    expect_copied(machine, {1000, 1500, 1201, 1024, 100, 3});
    expect_copied(machine, {700000, 3, 700002, 700000});
    expect_copied(machine, {1000, 1000, 1002, 1000, 0, 0, TilePart::lower});
    expect_copied(machine, {1000, 1000, 1002, 1000, 0, 0, TilePart::upper});
}

TEST(Transfers, GoStraightFromAndToPinnedMemory) {
    Machine machine(test::copying_options());
    const std::shared_ptr<PinnedMemory> a = machine.allocate_pinned(4 << 20);
    const std::shared_ptr<PinnedMemory> b = machine.allocate_pinned(4 << 20);
    ASSERT_EQ(a->size(), 4 << 20);
    for (std::int64_t i = 0; i < a->size(); ++i) ASSERT_EQ(a->data()[i], std::byte{0});
    for (const Copy& copy : copies())
        expect_copied(machine, copy, reinterpret_cast<std::int32_t*>(a->data()),
                      reinterpret_cast<std::int32_t*>(b->data()));
}

TEST(Transfers, AreTheSameHoweverManyChunksThereAre) {
    for (const int chunks : {1, 2, 5})
        for (const std::int64_t bytes : {5000, 100000}) {
            MachineOptions options = test::copying_options();
            options.chunk_bytes = bytes;
            options.ring_chunks = chunks;
            options.shared_chunks = chunks - 1;
            Machine machine(options);
            for (const Copy& copy : {Copy{100, 30, 200, 100, 50, 7}, Copy{700, 900, 702, 700}})
                expect_copied(machine, copy);
        }
}

TEST(Transfers, PinnedMemoryMayOutliveTheMachine) {
    std::shared_ptr<PinnedMemory> memory;
    {
        Machine machine(test::copying_options());
        memory = machine.allocate_pinned(4096);
    }
    std::memset(memory->data(), 1, 4096);
    EXPECT_EQ(memory->data()[4095], std::byte{1});
}

TEST(Transfers, PinnedMemoryOfNothingIsThere) {
    Machine machine(test::copying_options());
    EXPECT_EQ(machine.allocate_pinned(0)->size(), 0);
}

}  // namespace
}  // namespace hg
