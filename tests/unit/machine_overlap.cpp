#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using namespace std::chrono_literals;

/// X := 2 X + 1 on one device, tile by tile.
Program scale_program(const Machine& machine, std::int64_t n, std::int64_t tiles,
                      const InstructionPtr& scale) {
    ProgramBuilder b(machine.target());
    const ParameterId x = b.matrix("X", ElementType::i32, n, n * tiles);
    for (std::int64_t t = 0; t < tiles; ++t) {
        const auto device = static_cast<DeviceIndex>(static_cast<std::size_t>(t) % machine.device_count());
        const RegisterId r = b.reg(device, ElementType::i32, n, n);
        b.load(r, {x, 0, t * n, n, n});
        b.exec(scale, {r}, {2.0, 1.0});
        b.store({x, 0, t * n, n, n}, r);
    }
    return std::move(b).finish();
}

/// An instruction that does nothing on the host before as many of its kind have begun as it was told.
class Meeting {
  public:
    explicit Meeting(int members) : members_(members) {}
    InstructionPtr instruction() {
        auto meeting = std::make_shared<Instruction>(*test::scale<std::int32_t>());
        meeting->name = "meeting";
        meeting->host = [this](const HostCall&) {
            std::unique_lock lock(mutex_);
            ++here_;
            changed_.notify_all();
            met_ &= changed_.wait_for(lock, 10s, [&] { return here_ >= members_; });
        };
        return meeting;
    }
    [[nodiscard]] bool met() {
        const std::lock_guard lock(mutex_);
        return met_ && here_ == members_;
    }

  private:
    const int members_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int here_ = 0;
    bool met_ = true;
};

/// A program of one EXEC on a device, and the transfers before and after it.
Program one_exec(const Machine& machine, DeviceIndex device, const InstructionPtr& instruction) {
    ProgramBuilder b(machine.target());
    const ParameterId x = b.matrix("X", ElementType::i32, 4, 4);
    const RegisterId r = b.reg(device, ElementType::i32, 4, 4);
    b.load(r, {x, 0, 0, 4, 4});
    b.exec(instruction, {r}, {2.0, 1.0});
    b.store({x, 0, 0, 4, 4}, r);
    return std::move(b).finish();
}

MachineOptions two_host_devices() {
    MachineOptions options;
    options.devices = "host,host";
    return options;
}

TEST(Overlap, RunsOnDifferentDevicesComputeAtTheSameTime) {
    Machine machine(two_host_devices());
    Meeting meeting(2);
    const InstructionPtr instruction = meeting.instruction();
    std::vector<std::thread> threads;
    for (DeviceIndex d = 0; d < 2; ++d)
        threads.emplace_back([&, d] {
            std::vector<std::int32_t> x(16, 1);
            machine.run(one_exec(machine, d, instruction), Bindings{}.matrix("X", x.data(), 4));
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(meeting.met());
}

TEST(Overlap, ExecsOfBothQueuesComputeAtTheSameTime) {
    Machine machine(two_host_devices());
    Meeting meeting(2);
    const InstructionPtr instruction = meeting.instruction();
    const InstructionPtr fill = test::fill<std::int32_t>();
    ProgramBuilder b(machine.target());
    for (const QueueKind queue : {QueueKind::exec, QueueKind::exec2}) {
        const RegisterId r = b.reg(0, ElementType::i32, 4, 4);
        b.use_queue(queue);
        b.exec(fill, {r}, {1.0});
        b.exec(instruction, {r}, {2.0, 1.0});
    }
    machine.run(std::move(b).finish(), Bindings{});
    EXPECT_TRUE(meeting.met());
}

TEST(Overlap, ARunLoadsWhileTheOneBeforeItComputes) {
    Machine machine(two_host_devices());
    // The second run's LD ends before the first run's EXEC does: that waits for it.
    std::atomic<bool> loaded = false;
    std::atomic<bool> in_time = false;
    class LoadsSeen final : public Observer {
      public:
        explicit LoadsSeen(std::atomic<bool>& seen) : seen_(seen) {}
        void on_interval(const Interval& interval) noexcept override {
            if (interval.track == Track::queue && index(interval.command) == 0) {
                seen_ = true;
                seen_.notify_all();
            }
        }

      private:
        std::atomic<bool>& seen_;
    } observer(loaded);
    auto waiting = std::make_shared<Instruction>(*test::scale<std::int32_t>());
    waiting->name = "waiting";
    std::atomic<bool> computing = false;
    waiting->host = [&](const HostCall&) {
        computing = true;
        computing.notify_all();
        for (int i = 0; i < 10000 && !loaded; ++i) std::this_thread::sleep_for(1ms);
        in_time = loaded.load();
    };
    std::vector<std::int32_t> x(16, 1);
    std::vector<std::int32_t> y(16, 1);
    std::thread first(
        [&] { machine.run(one_exec(machine, 0, waiting), Bindings{}.matrix("X", x.data(), 4)); });
    computing.wait(false);
    machine.run(one_exec(machine, 0, test::scale<std::int32_t>()), Bindings{}.matrix("X", y.data(), 4),
                &observer);
    first.join();
    EXPECT_TRUE(in_time);
    EXPECT_EQ(y, std::vector<std::int32_t>(16, 3));
}

TEST(Overlap, RunsOnTheSameMatrixFollowEachOther) {
    Machine machine(test::test_options());
    const Program program = scale_program(machine, 8, 6, test::scale<std::int32_t>());
    std::vector<std::int32_t> x(8 * 8 * 6, 1);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int round = 0; round < 5; ++round) machine.run(program, Bindings{}.matrix("X", x.data(), 8));
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(x, std::vector<std::int32_t>(8 * 8 * 6, (1 << 21) - 1));
}

TEST(Overlap, TilesOfOneMatrixAreRunsOfTheirOwn) {
    Machine machine(test::test_options());
    const Program program = scale_program(machine, 8, 2, test::scale<std::int32_t>());
    constexpr std::int64_t kLd = 32;
    std::vector<std::int32_t> x(kLd * 16, 1);
    std::vector<std::thread> threads;
    for (std::int64_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int round = 0; round < 5; ++round)
                machine.run(program, Bindings{}.matrix("X", x.data() + 8 * t, kLd));
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(x, std::vector<std::int32_t>(kLd * 16, 63));
}

TEST(Overlap, ManyRunsOfManySizesAreAllRight) {
    MachineOptions options = test::test_options();
    options.memory_limit = 64 << 10;  // several small runs fit together, large ones do not
    Machine machine(options);
    const InstructionPtr scale = test::scale<std::int32_t>();
    const std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{4, 9}, {16, 5}, {40, 4}, {64, 3}};
    std::vector<Program> programs;
    for (const auto& [n, tiles] : sizes) programs.push_back(scale_program(machine, n, tiles, scale));
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (std::size_t t = 0; t < 6; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t round = 0; round < 8; ++round) {
                const auto& [n, tiles] = sizes[(t + round) % sizes.size()];
                std::vector<std::int32_t> x(static_cast<std::size_t>(n * n * tiles), 5);
                machine.run(programs[(t + round) % sizes.size()], Bindings{}.matrix("X", x.data(), n));
                if (x == std::vector<std::int32_t>(x.size(), 11)) ++right;
                if (t == 0 && round % 3 == 0) machine.trim();
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 48);
}

TEST(Overlap, AFailingRunLeavesTheOthersAlone) {
    Machine machine(two_host_devices());
    auto failing = std::make_shared<Instruction>(*test::scale<std::int32_t>());
    failing->name = "failing";
    failing->host = [](const HostCall&) { throw Error(ErrorCode::device_failed, "as planned"); };
    const Program good = scale_program(machine, 8, 6, test::scale<std::int32_t>());
    const Program bad = scale_program(machine, 8, 6, failing);
    std::atomic<int> right = 0;
    std::atomic<int> thrown = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int round = 0; round < 10; ++round) {
                std::vector<std::int32_t> x(8 * 8 * 6, 1);
                try {
                    machine.run(t % 2 == 0 ? good : bad, Bindings{}.matrix("X", x.data(), 8));
                    if (t % 2 == 0 && x == std::vector<std::int32_t>(x.size(), 3)) ++right;
                } catch (const Error& error) {
                    if (t % 2 == 1 && error.message() == "as planned") ++thrown;
                }
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, 20);
    EXPECT_EQ(thrown, 20);
}

TEST(Overlap, ATraceTellsRunsApart) {
    Machine machine(two_host_devices());
    Trace trace;
    Meeting meeting(2);
    const InstructionPtr instruction = meeting.instruction();
    std::vector<std::thread> threads;
    for (DeviceIndex d = 0; d < 2; ++d)
        threads.emplace_back([&, d] {
            std::vector<std::int32_t> x(16, 1);
            machine.run(one_exec(machine, d, instruction), Bindings{}.matrix("X", x.data(), 4), &trace);
        });
    for (std::thread& thread : threads) thread.join();
    const std::optional<WatchedRun> latest = trace.latest();
    ASSERT_TRUE(latest);
    int commands = 0;
    for (const Interval& interval : latest->intervals) {
        EXPECT_EQ(interval.run, latest->number);
        commands += interval.track == Track::queue ? 1 : 0;
    }
    EXPECT_EQ(commands, 3);
    EXPECT_LT(latest->begin, 10.0);
    EXPECT_GT(latest->seconds, 0.0);
}

}  // namespace
}  // namespace hg
