#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

constexpr std::int64_t kTile = 1024;

/// A factorization column by column, column j on device j modulo their number: a panel is made (two steps),
/// sent to the others, and every column to its right is updated by it.
Program columns_in_turn(const Target& target, std::int64_t columns) {
    ProgramBuilder b(target);
    const auto devices = static_cast<std::int64_t>(target.devices.size());
    const ParameterId a = b.matrix("A", ElementType::f64, kTile, kTile * columns);
    const auto tile = [&](std::int64_t j) { return HostTile{a, 0, kTile * j, kTile, kTile}; };
    const auto new_register = [&](std::int64_t device) {
        return b.reg(static_cast<DeviceIndex>(device), ElementType::f64, kTile, kTile);
    };
    const auto update = [&](RegisterId by, RegisterId what) {
        b.exec(samples::multiply(), {by, by, what}, {-1.0});
    };
    std::vector<RegisterId> column;
    for (std::int64_t j = 0; j < columns; ++j) {
        column.push_back(new_register(j % devices));
        b.load(column.back(), tile(j));
    }
    for (std::int64_t j = 0; j < columns; ++j) {
        const auto at = static_cast<std::size_t>(j);
        const RegisterId factor = new_register(j % devices);
        b.exec(samples::clear(), {factor});
        for (int step = 0; step < 2; ++step) b.exec(samples::multiply(), {factor, factor, column[at]}, {1.0});
        b.store(tile(j), column[at]);
        std::vector<RegisterId> panel;
        for (std::int64_t d = 0; d < devices; ++d) {
            panel.push_back(d == j % devices ? column[at] : new_register(d));
            if (d != j % devices && j + 1 < columns) b.load(panel.back(), tile(j));
        }
        // The next panel comes last: written down as nobody would who thinks of look-ahead.
        for (std::int64_t k = columns - 1; k > j; --k)
            update(panel[static_cast<std::size_t>(k % devices)], column[static_cast<std::size_t>(k)]);
    }
    return std::move(b).finish();
}

/// The commands without numbers, slots and dependencies.
std::vector<std::string> lines(const Program& program) {
    static const std::regex kSlot("@[a-z0-9]+\\.s[0-9]+");
    std::vector<std::string> list;
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        std::string line = print_command(program, CommandId{c});
        line = line.substr(line.find(": ") + 2);
        list.push_back(std::regex_replace(line.substr(0, line.find("   after")), kSlot, ""));
    }
    return list;
}

TEST(ProgramOrder, ByRankBeginsTheNextPanelFirst) {
    const Target target = samples::target(3);
    const Program program = columns_in_turn(target, 24);
    const Program ordered = ordered_by_rank(program, target);
    verify(ordered);
    EXPECT_LT(simulate(ordered, target).makespan, 0.8 * simulate(program, target).makespan);
}

TEST(ProgramOrder, HasTheSameCommands) {
    const Target target = samples::target(2);
    const Program program = columns_in_turn(target, 6);
    const Program ordered = ordered_by_rank(program, target);
    EXPECT_EQ(ordered.registers().size(), program.registers().size());
    EXPECT_THAT(lines(ordered), testing::UnorderedElementsAreArray(lines(program)));
    EXPECT_NE(lines(ordered), lines(program));
}

TEST(ProgramOrder, EqualPrioritiesKeepTheOrderOfEachQueue) {
    const Target target = samples::target(1);
    const Program program = sources::built(
        "matrix A f64 8x64\nregister r[4] f64 8x8\nfor j in 0..4 { LD r[j] <- A[0, 8 * j] }\n");
    EXPECT_EQ(lines(reordered(program, target, std::vector<double>(4, 1.0))), lines(program));
    const std::vector<double> last_first{0, 1, 2, 3};
    std::vector<std::string> backwards = lines(program);
    std::reverse(backwards.begin(), backwards.end());
    EXPECT_EQ(lines(reordered(program, target, last_first)), backwards);
}

TEST(ProgramOrder, NothingPassesABarrier) {
    const Target target = samples::target(1);
    const Program program = sources::built(
        "matrix A f64 8x16\nregister r f64 8x8\nregister s f64 8x8\nLD r <- A[0, 0]\nBAR \"half\"\nLD s <- "
        "A[0, 8]\n");
    EXPECT_EQ(lines(reordered(program, target, std::vector<double>{0, 0, 9})), lines(program));
}

TEST(ProgramOrder, NothingPassesWhatATextAsksFor) {
    const Program program = parse(
        "hg program 1\ndevice g\nmatrix A f64 4x8 pinned\nslot s0@g 128\nslot s1@g 128\n"
        "register r0@g.s0 f64 4x4\nregister r1@g.s1 f64 4x4\n"
        "0: LD r0@g.s0 <- A[0,0] 4x4 f64\n1: LD r1@g.s1 <- A[0,4] 4x4 f64   after 0\n",
        nullptr);
    const Target target = samples::target(1);
    const Program ordered = reordered(program, target, std::vector<double>{0, 9});
    verify(ordered);
    EXPECT_THAT(print(ordered), testing::HasSubstr("matrix A f64 4x8 pinned\n"));
    EXPECT_THAT(print(ordered), testing::HasSubstr("0: LD r0@g.s0 <- A[0,0] 4x4 f64\n"
                                                   "1: MARK \"\" @g.LD   after 0\n"
                                                   "2: LD r1@g.s1 <- A[0,4] 4x4 f64   after 1\n"));
}

TEST(ProgramOrder, TakesAPriorityForEachCommand) {
    const Target target = samples::target(1);
    const Program program = columns_in_turn(target, 3);
    EXPECT_THROW(reordered(program, target, std::vector<double>(2, 0.0)), Error);
}

}  // namespace
}  // namespace hg
