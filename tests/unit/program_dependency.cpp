#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using sources::waited_for;
using testing::ElementsAre;

struct Waiting {
    const char* what;
    std::string statements;
    std::vector<const char*> last;  ///< what the last commands wait for
};

/// r, s, t and u are registers of the first of two devices, q and large those of the second. The register
/// that is used first has slot 0.
void expect_waiting(const std::vector<Waiting>& rows) {
    const std::string declared =
        "devices gpus\nmatrix M f64 100x100\nmatrix W f64 192x8\n"
        "register r f64 10x10\nregister s f64 10x10\nregister t f64 10x10\nregister u f64 10x10\n"
        "register q f64 10x10 @ gpus[1]\nregister large f64 20x20 @ gpus[1]\nregister w f64 192x8\n";
    for (const Waiting& row : rows) {
        SCOPED_TRACE(row.what);
        const Program p = sources::built(declared + row.statements, {}, samples::target(2));
        verify(p);
        for (std::size_t i = 0; i < row.last.size(); ++i)
            EXPECT_EQ(waited_for(p, p.size() - row.last.size() + i), row.last[i]) << i;
    }
}

TEST(Dependencies, OnSlots) {
    expect_waiting({
        {"a read waits for the last write", "LD r <- M[0, 0]\nST M[50, 50] <- r\n", {"0 (RAW s0)"}},
        {"a write waits for the reads since the last write",
         "LD r <- M[0, 0]\nST M[50, 50] <- r\nST M[60, 60] <- r\nLD r <- M[10, 10]\n",
         {"1 (WAR s0), 2 (WAR s0)"}},
        {"a write waits for the last write that nothing read",
         "LD r <- M[0, 0]\nLD r <- M[10, 10]\n",
         {"0 (WAW s0)"}},
        {"an update in place waits as a reader", "LD r <- M[0, 0]\nEXEC scale r ; 2\n", {"0 (RAW s0)"}},
        {"one edge for each pair of commands",
         "EXEC clear r\nEXEC copy r s\nEXEC copy s r\n",
         {"1 (RAW s1)"}},
    });
}

TEST(Dependencies, OnHostTiles) {
    expect_waiting({
        {"two devices on one tile are ordered",
         "EXEC clear r\nST M[20, 20] <- r\nLD q <- M[20, 20]\n",
         {"1 (RAW host M)"}},
        {"tiles that overlap in a corner are ordered",
         "LD r <- M[5, 5]\nEXEC clear q\nST M[14, 14] <- q\n",
         {"0 (WAR host M), 1 (RAW s1)"}},
        {"tiles side by side are not", "LD r <- M[5, 5]\nEXEC clear q\nST M[15, 5] <- q\n", {"1 (RAW s1)"}},
        {"reads of a matrix that nothing writes need no order", "LD r <- M[0, 0]\nLD q <- M[0, 0]\n", {""}},
        {"a large tile waits for all small ones it covers",
         "for i in 0..2 { for j in 0..2 {\nEXEC clear r\nST M[10 * i, 10 * j] <- r\n} }\nLD large <- M[0, "
         "0]\n",
         {"1 (RAW host M), 3 (RAW host M), 5 (RAW host M), 7 (RAW host M)"}},
        {"a write stands for those it covers",
         "EXEC clear r\nEXEC clear large\nST M[0, 0] <- r\nST M[0, 0] <- large\nLD r <- M[0, 0]\n",
         {"3 (RAW host M), 2 (WAR s0)"}},
    });
}

TEST(Dependencies, OnMarksAndBarriers) {
    expect_waiting({
        {"a barrier waits for all and holds the next of each queue",
         "LD r <- M[0, 0]\nLD q <- M[10, 10]\nBAR \"all\" @ gpus[1].ST\nLD r <- M[20, 20]\nLD r <- M[30, "
         "30]\n",
         {"0, 1", "2, 0 (WAW s0)", "3 (WAW s0)"}},
    });
    ProgramBuilder b(samples::target(2));
    const ParameterId m = b.matrix("M", ElementType::f64, 100, 100);
    const auto load = [&](DeviceIndex device, std::int64_t place, std::vector<CommandId> after) {
        return b.load(b.reg(device, ElementType::f64, 10, 10), {m, place, place, 10, 10}, after);
    };
    const CommandId first = load(0, 0, {});
    const CommandId mark = b.mark("first tile", std::vector{first, first}, {0, QueueKind::exec});
    load(1, 50, {mark});
    const Program p = std::move(b).finish();
    verify(p);
    EXPECT_EQ(waited_for(p, 1), "0");
    EXPECT_EQ(waited_for(p, 2), "1");
}

TEST(Dependencies, OfTwoQueuesOfExecs) {
    expect_waiting({
        {"each waits for the other",
         "EXEC clear r\nEXEC2 scale r ; 2\nEXEC2 scale r ; 2\nEXEC scale r ; 2\n",
         {"", "0 (RAW s0)", "1 (RAW s0)", "2 (RAW s0)"}},
        // The second EXEC stands for the first one.
        {"a write waits for the last reader in each queue",
         "LD r <- M[0, 0]\nEXEC copy r s\nEXEC2 copy r t\nST M[10, 0] <- r\nEXEC copy r u\nLD r <- M[20, "
         "0]\n",
         {"2 (WAR s0), 3 (WAR s0), 4 (WAR s0)"}},
        {"an EXEC that writes waits for readers of both queues",
         "LD r <- M[0, 0]\nEXEC2 copy r s\nEXEC copy r t\nEXEC clear r\n",
         {"1 (WAR s0), 2 (WAR s0)"}},
        {"one that has waited for the other stands for it",
         "EXEC clear r\nEXEC2 scale r ; 2\nST M[0, 0] <- r\n",
         {"1 (RAW s0)"}},
    });
}

TEST(Dependencies, OfWindows) {
    const std::string many = "register all f64 64x400\nmatrix V f64 64x400\n";
    expect_waiting({
        {"a window depends on its register",
         "LD w <- W[0, 0]\nwindow x = w[64, 2] 64x2\nEXEC scale x ; 2\nST W[0, 0] <- w\n",
         {"0 (RAW s0)", "0 (WAR host W), 1 (RAW s0)"}},
        {"windows wait for those alone that they overlap",
         "window left = w[0, 0] 192x4\nwindow right = w[0, 4] 192x4\nLD left <- W[0, 0]\nLD right <- W[0, "
         "4]\n"
         "window in_left = w[64, 1] 64x2\nEXEC scale in_left ; 2\nwindow in_both = w[0, 3] 64x2\n"
         "EXEC scale in_both ; 2\nwindow stored = w[64, 0] 64x2\nST W[64, 0] <- stored\n",
         {"", "0 (RAW s0)", "0 (RAW s0), 1 (RAW s0)", "0 (WAR host W), 2 (RAW s0)"}},
        {"many windows stay ordered",
         many + "for c in 0..400 step 2 {\nwindow x = all[0, c] 64x2\nLD x <- V[0, c]\n}\n"
                "for c in 0..399 {\nwindow x = all[0, c] 64x2\nEXEC scale x ; 2\n}\n"
                "for c in 0..400 {\nwindow x = all[0, c] 64x1\nST V[0, c] <- x\n}\n",
         {}},
        // Each of the columns in the middle waits for its own LD, however much was done left and right of it.
        {"a load between parts that many worked on",
         many + "for c in 0..300 step 100 {\nwindow x = all[0, c] 64x100\nLD x <- V[0, c]\n}\n"
                "for i in 0..100 {\nfor side in 0..201 step 200 {\nwindow x = all[0, side + i] 64x1\n"
                "EXEC scale x ; 2\n}\n}\nwindow middle = all[0, 100] 64x100\nEXEC scale middle ; 2\n",
         {"1 (RAW s0)"}},
    });
}

/// Two registers, of `rows` x `cols`, that take turns in one slot.
template <class Use>
Program in_one_slot(std::int64_t rows, std::int64_t cols, const Use& use) {
    ProgramBuilder tight(samples::target(), {.extra_slots = 0});
    const ParameterId a = tight.matrix("A", ElementType::f64, rows, cols);
    for (int i = 0; i < 2; ++i) use(tight, a, tight.reg(0, ElementType::f64, rows, cols), i);
    Program p = std::move(tight).finish();
    EXPECT_EQ(p.slots().size(), 1U);
    verify(p);
    return p;
}

TEST(Dependencies, OfRegistersThatTakeTurnsInASlot) {
    const Program whole = in_one_slot(10, 10, [](ProgramBuilder& b, ParameterId a, RegisterId x, int turn) {
        const ParameterId to = turn == 0 ? b.matrix("B", ElementType::f64, 10, 10) : ParameterId{1};
        b.load(x, {a, 0, 0, 10, 10});
        b.store({to, 0, 0, 10, 10}, x);
    });
    EXPECT_EQ(waited_for(whole, 2), "1 (WAR s0)");
    EXPECT_EQ(waited_for(whole, 3), "1 (WAW host B), 2 (RAW s0)");
    // Windows of a register that moves in wait for all of the last one.
    const Program halves = in_one_slot(64, 8, [](ProgramBuilder& b, ParameterId a, RegisterId x, int turn) {
        for (const std::int64_t col : {0, 4}) b.load(b.window(x, 0, col, 64, 4), {a, 0, col, 64, 4});
        if (turn == 0) b.exec(samples::scale(), {x}, {2.0});
    });
    EXPECT_EQ(waited_for(halves, 3), "2 (WAW s0)");
    EXPECT_EQ(waited_for(halves, 4), "2 (WAW s0)");
}

TEST(Dependencies, BarrierOnManyCommandsIsLinear) {
    constexpr std::size_t kCommands = 100'000;
    const Program p =
        sources::built("matrix M f64 9x9\nregister r f64 9x9\nfor i in 0..100000 { LD r <- M[0, 0] }\nBAR\n");
    EXPECT_EQ(p.dependencies(CommandId{kCommands}).size(), kCommands);
}

}  // namespace
