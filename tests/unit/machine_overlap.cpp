#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "tests/support/in_threads.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/tile_programs.hpp"
#include <hg/runtime/machine/trace.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using namespace std::chrono_literals;

/// An instruction that does nothing on the host before as many of its kind have begun as it was told.
class Meeting {
  public:
    explicit Meeting(int members) : members_(members) {}
    InstructionPtr instruction() {
        return test::variant(test::scale<std::int32_t>(), "meeting", [this](const HostCall&) {
            std::unique_lock lock(mutex_);
            ++here_;
            changed_.notify_all();
            met_ &= changed_.wait_for(lock, 10s, [&] { return here_ >= members_; });
        });
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

/// X := 2 X + 1 on all devices, tile by tile.
Program scale_program(const Machine& machine, std::int64_t n, std::int64_t tiles) {
    return test::tile_updates(machine, n, tiles).finish();
}

/// Runs one EXEC on a device, and the transfers before and after it. Returns X, which held ones.
std::vector<std::int32_t> run_one_exec(Machine& machine, DeviceIndex device,
                                       const InstructionPtr& instruction, Observer* observer = nullptr) {
    std::vector<std::int32_t> x(16, 1);
    machine.run(test::tile_updates(machine, 4, 1, instruction, device).finish(),
                Bindings{}.matrix("X", x.data(), 4), observer);
    return x;
}

MachineOptions two_host_devices() {
    MachineOptions options;
    options.devices = "host,host";
    return options;
}

/// Runs on two devices at the same time, whose instructions wait for each other.
bool two_devices_meet(Machine& machine, Observer* observer = nullptr) {
    Meeting meeting(2);
    const InstructionPtr instruction = meeting.instruction();
    test::in_threads(
        2, [&](int d) { run_one_exec(machine, static_cast<DeviceIndex>(d), instruction, observer); });
    return meeting.met();
}

TEST(Overlap, RunsOnDifferentDevicesComputeAtTheSameTime) {
    Machine machine(two_host_devices());
    EXPECT_TRUE(two_devices_meet(machine));
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
    std::atomic<bool> computing = false;
    const InstructionPtr waiting =
        test::variant(test::scale<std::int32_t>(), "waiting", [&](const HostCall&) {
            computing = true;
            computing.notify_all();
            for (int i = 0; i < 10000 && !loaded; ++i) std::this_thread::sleep_for(1ms);
            in_time = loaded.load();
        });
    std::thread first([&] { run_one_exec(machine, 0, waiting); });
    computing.wait(false);
    const auto y = run_one_exec(machine, 0, test::scale<std::int32_t>(), &observer);
    first.join();
    EXPECT_TRUE(in_time);
    EXPECT_EQ(y, std::vector<std::int32_t>(16, 3));
}

TEST(Overlap, RunsOnTheSameMatrixFollowEachOther) {
    Machine machine(test::test_options());
    const Program program = scale_program(machine, 8, 6);
    std::vector<std::int32_t> x(8 * 8 * 6, 1);
    test::in_threads(4, [&](int) {
        for (int round = 0; round < 5; ++round) machine.run(program, Bindings{}.matrix("X", x.data(), 8));
    });
    EXPECT_EQ(x, std::vector<std::int32_t>(8 * 8 * 6, (1 << 21) - 1));
}

TEST(Overlap, TilesOfOneMatrixAreRunsOfTheirOwn) {
    Machine machine(test::test_options());
    const Program program = scale_program(machine, 8, 2);
    constexpr std::int64_t kLd = 32;
    std::vector<std::int32_t> x(kLd * 16, 1);
    test::in_threads(4, [&](int t) {
        for (int round = 0; round < 5; ++round)
            machine.run(program, Bindings{}.matrix("X", x.data() + 8 * t, kLd));
    });
    EXPECT_EQ(x, std::vector<std::int32_t>(kLd * 16, 63));
}

TEST(Overlap, ManyRunsOfManySizesAreAllRight) {
    MachineOptions options = test::test_options();
    options.memory_limit = 64 << 10;  // several small runs fit together, large ones do not
    Machine machine(options);
    const std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{4, 9}, {16, 5}, {40, 4}, {64, 3}};
    std::vector<Program> programs;
    for (const auto& [n, tiles] : sizes) programs.push_back(scale_program(machine, n, tiles));
    std::atomic<int> right = 0;
    test::in_threads(6, [&](int t) {
        for (int round = 0; round < 8; ++round) {
            const std::size_t which = static_cast<std::size_t>(t + round) % sizes.size();
            const auto& [n, tiles] = sizes[which];
            std::vector<std::int32_t> x(static_cast<std::size_t>(n * n * tiles), 5);
            machine.run(programs[which], Bindings{}.matrix("X", x.data(), n));
            if (x == std::vector<std::int32_t>(x.size(), 11)) ++right;
            if (t == 0 && round % 3 == 0) machine.trim();
        }
    });
    EXPECT_EQ(right, 48);
}

TEST(Overlap, AFailingRunLeavesTheOthersAlone) {
    Machine machine(two_host_devices());
    const InstructionPtr failing = test::variant(test::scale<std::int32_t>(), "failing", [](const HostCall&) {
        throw Error(ErrorCode::device_failed, "as planned");
    });
    const Program good = scale_program(machine, 8, 6);
    const Program bad = test::tile_updates(machine, 8, 6, failing).finish();
    std::atomic<int> right = 0;
    std::atomic<int> thrown = 0;
    test::in_threads(4, [&](int t) {
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
    EXPECT_EQ(right, 20);
    EXPECT_EQ(thrown, 20);
}

TEST(Overlap, ATraceTellsRunsApart) {
    Machine machine(two_host_devices());
    Trace trace;
    EXPECT_TRUE(two_devices_meet(machine, &trace));
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
