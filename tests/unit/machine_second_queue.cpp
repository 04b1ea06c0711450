#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/expected_error.hpp"
#include "tests/support/in_threads.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kRows = 16;

/// X and Y := 3 X + 1, 100 times, X in EXEC and Y in EXEC2; then Y += 2 X in EXEC2, X += 5 Y in EXEC.
Program two_chains(const Machine& machine, DeviceIndex device) {
    ProgramBuilder b(machine.target());
    const InstructionPtr scale = test::scale<std::int32_t>();
    const InstructionPtr axpy = test::axpy<std::int32_t>();
    std::vector<HostTile> tiles;
    for (const char* name : {"X", "Y"})
        tiles.push_back({b.matrix(name, ElementType::i32, kRows, kRows), 0, 0, kRows, kRows});
    const RegisterId x = b.reg(device, ElementType::i32, kRows, kRows);
    const RegisterId y = b.reg(device, ElementType::i32, kRows, kRows);
    b.load(x, tiles[0]);
    b.load(y, tiles[1]);
    for (int step = 0; step < 100; ++step) {
        b.use_queue(QueueKind::exec);
        b.exec(scale, {x}, {3.0, 1.0});
        b.use_queue(QueueKind::exec2);
        b.exec(scale, {y}, {3.0, 1.0});
    }
    b.exec(axpy, {x, y}, {2.0});
    b.use_queue(QueueKind::exec);
    b.exec(axpy, {y, x}, {5.0});
    b.store(tiles[0], x);
    b.store(tiles[1], y);
    return std::move(b).finish();
}

std::pair<std::uint32_t, std::uint32_t> expected_of(std::uint32_t x, std::uint32_t y) {
    for (int step = 0; step < 100; ++step) {
        x = 3 * x + 1;
        y = 3 * y + 1;
    }
    y += 2 * x;
    x += 5 * y;
    return {x, y};
}

void expect_two_chains(Machine& machine, const Program& program, std::int32_t first) {
    std::vector<std::int32_t> x(kRows * kRows, first);
    std::vector<std::int32_t> y(kRows * kRows, first + 1);
    machine.run(program, Bindings{}.matrix("X", x.data(), kRows).matrix("Y", y.data(), kRows));
    const auto [all_x, all_y] =
        expected_of(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first + 1));
    for (const std::int32_t value : x) ASSERT_EQ(static_cast<std::uint32_t>(value), all_x);
    for (const std::int32_t value : y) ASSERT_EQ(static_cast<std::uint32_t>(value), all_y);
}

TEST(SecondQueueRun, GivesWhatASequentialRunGives) {
    Machine machine(test::test_options());
    for (DeviceIndex d = 0; d < machine.device_count(); ++d) {
        const Program program = two_chains(machine, d);
        for (std::int32_t round = 0; round < 10; ++round) expect_two_chains(machine, program, round);
    }
}

TEST(SecondQueueRun, ServesSeveralRunsOfADeviceAtOnce) {
    Machine machine(test::test_options());
    const Program program = two_chains(machine, 0);
    test::in_threads(3, [&](int t) {
        for (int round = 0; round < 5; ++round) expect_two_chains(machine, program, 10 * t + round);
    });
}

/// X := 2 X + step, in EXEC and EXEC2 in turn: each EXEC waits for the one before it.
TEST(SecondQueueRun, QueuesThatNeedEachOtherTakeTurns) {
    Machine machine(test::test_options());
    ProgramBuilder b(machine.target());
    const ParameterId m = b.matrix("X", ElementType::i32, kRows, kRows);
    const RegisterId x = b.reg(0, ElementType::i32, kRows, kRows);
    b.load(x, {m, 0, 0, kRows, kRows});
    const InstructionPtr scale = test::scale<std::int32_t>();
    std::uint32_t expected = 7;
    for (std::uint32_t step = 0; step < 60; ++step) {
        b.use_queue(step % 2 == 0 ? QueueKind::exec2 : QueueKind::exec);
        b.exec(scale, {x}, {2.0, static_cast<double>(step)});
        expected = 2 * expected + step;
    }
    b.store({m, 0, 0, kRows, kRows}, x);
    const Program program = std::move(b).finish();
    for (int round = 0; round < 5; ++round) {
        std::vector<std::int32_t> data(kRows * kRows, 7);
        machine.run(program, Bindings{}.matrix("X", data.data(), kRows));
        for (const std::int32_t value : data) ASSERT_EQ(static_cast<std::uint32_t>(value), expected);
    }
}

TEST(SecondQueueRun, AFailureNamesItsCommand) {
    MachineOptions options;
    options.devices = "host";
    Machine machine(options);
    const InstructionPtr failing = test::variant(
        test::fill<std::int32_t>(), "failing", [](const HostCall&) { throw std::runtime_error("planted"); });
    ProgramBuilder b(machine.target());
    b.use_queue(QueueKind::exec2);
    b.exec(failing, {b.reg(0, ElementType::i32, 4, 4)}, {1.0});
    const Program program = std::move(b).finish();
    const Error error = test::error_of([&] { machine.run(program, Bindings{}); });
    EXPECT_THAT(error.context().command, HasSubstr("0: EXEC2 failing"));
}

TEST(SecondQueueTrace, HasLanesOfItsOwn) {
    Machine machine(test::test_options());
    Trace trace;
    std::vector<std::int32_t> x(kRows * kRows, 1);
    std::vector<std::int32_t> y(kRows * kRows, 2);
    const Program program = two_chains(machine, 0);
    machine.run(program, Bindings{}.matrix("X", x.data(), kRows).matrix("Y", y.data(), kRows), &trace);
    const nlohmann::json json = nlohmann::json::parse(trace.to_json());
    std::map<int, std::string> lanes;
    std::map<int, std::set<std::size_t>> commands;
    for (const nlohmann::json& event : json.at("traceEvents"))
        if (event.at("name") == "thread_name")
            lanes[event.at("tid").get<int>()] = event.at("args").at("name");
        else if (event.at("ph") == "X")
            commands[event.at("tid").get<int>()].insert(event.at("args").at("command").get<std::size_t>());
    std::map<std::string, std::set<std::size_t>> by_name;
    for (const auto& [lane, name] : lanes) by_name[name] = commands[lane];
    const auto in_queue = [&](QueueKind kind) {
        std::set<std::size_t> list;
        for (const CommandId id : program.queue({0, kind})) list.insert(index(id));
        return list;
    };
    EXPECT_EQ(by_name["EXEC queue"], in_queue(QueueKind::exec));
    EXPECT_EQ(by_name["EXEC2 queue"], in_queue(QueueKind::exec2));
    EXPECT_EQ(by_name["kernels"], in_queue(QueueKind::exec));
    EXPECT_EQ(by_name["kernels of EXEC2"], in_queue(QueueKind::exec2));
}

}  // namespace
}  // namespace hg
