#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "runtime/machine/device/host_device.hpp"
#include "runtime/machine/run/slot_pool.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/forwarding_device.hpp"

namespace hg {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

/// A device with so much memory, that counts.
class CountingDevice final : public test::ForwardingDevice {
    class Counted final : public DeviceMemory {
      public:
        Counted(CountingDevice& device, std::int64_t bytes) : device_(device), bytes_(bytes) {
            device_.used += bytes_;
        }
        ~Counted() override { device_.used -= bytes_; }

      private:
        CountingDevice& device_;
        std::int64_t bytes_;
    };

  public:
    explicit CountingDevice(std::int64_t memory_in)
        : ForwardingDevice(make_host_device()), memory(memory_in) {}

    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) override {
        if (used + bytes > memory) throw Error(ErrorCode::out_of_memory, "planned");
        ++allocations;
        return std::make_unique<Counted>(*this, bytes);
    }

    const std::int64_t memory;
    std::int64_t used = 0;
    int allocations = 0;
};

class Pool : public ::testing::Test {
  protected:
    explicit Pool(std::int64_t capacity = 1000 * kMiB)
        : device_(capacity), pool_(device_, capacity, [this] { return RecentMaximum::Time(now_); }) {}

    /// One run with these slots, to its end.
    void run(const std::vector<std::int64_t>& slots) {
        begin(slots, ++run_);
        end(run_);
    }
    void begin(const std::vector<std::int64_t>& slots, std::uint64_t number) {
        const std::vector<DeviceMemory*> memory = pool_.reserve(slots, number);
        ASSERT_EQ(memory.size(), slots.size());
        std::vector<DeviceMemory*> distinct = memory;
        std::sort(distinct.begin(), distinct.end());
        EXPECT_EQ(std::unique(distinct.begin(), distinct.end()), distinct.end());
        EXPECT_EQ(std::count(memory.begin(), memory.end(), nullptr), 0);
    }
    void end(std::uint64_t number) {
        pool_.release(number);
        pool_.limit_idle();
    }

    CountingDevice device_;
    std::chrono::steady_clock::duration now_ = 1000s;
    SlotPool pool_;
    std::uint64_t run_ = 100;
};

/// Of 100 MiB.
class SmallPool : public Pool {
  protected:
    SmallPool() : Pool(100 * kMiB) {}
};

TEST_F(Pool, RunsThatComeAgainAllocateNothing) {
    for (const std::vector<std::int64_t>& slots : {std::vector<std::int64_t>{8, 24, 8},
                                                   {kMiB + 8, kMiB + 8, 3 * kMiB - 8},
                                                   {300 * kMiB, 290 * kMiB + 8}}) {
        run(slots);
        const int allocations = device_.allocations;
        for (int i = 0; i < 10; ++i) {
            now_ += 40s;
            run(slots);
        }
        EXPECT_EQ(device_.allocations, allocations) << slots.front();
    }
}

TEST_F(Pool, SomewhatSmallerRunsAllocateNothing) {
    run({20 * kMiB, 10 * kMiB});
    run({19 * kMiB, 9 * kMiB});
    run({9 * kMiB + 1, 17 * kMiB - 1});
    EXPECT_EQ(device_.allocations, 2);
}

TEST_F(Pool, RunsTogetherDoNotShareMemory) {
    begin({kMiB, kMiB}, 1);
    begin({kMiB, kMiB}, 2);
    EXPECT_EQ(device_.allocations, 4);
    end(1);
    begin({kMiB, kMiB}, 3);
    EXPECT_EQ(device_.allocations, 4);
    end(2);
    end(3);
    EXPECT_EQ(pool_.idle_bytes(), device_.used) << "they were under way together: all may come again";
    EXPECT_GE(device_.used, 4 * kMiB);
}

TEST_F(Pool, KeepsAtMostFiveQuartersOfTheLargestRun) {
    std::mt19937_64 random(5);
    std::int64_t largest = 0;
    for (int i = 0; i < 2000; ++i) {
        std::vector<std::int64_t> slots(1 + random() % 4);
        for (std::int64_t& bytes : slots) bytes = 4096 * static_cast<std::int64_t>(1 + random() % 1000);
        largest = std::max(largest, std::accumulate(slots.begin(), slots.end(), std::int64_t{0}));
        run(slots);
        now_ += 1ms;
        ASSERT_LE(pool_.idle_bytes(), largest / 4 * 5);
        ASSERT_EQ(pool_.idle_bytes(), device_.used);
    }
}

TEST_F(Pool, ForgetsLargeRunsAfterAMinute) {
    run({400 * kMiB});
    now_ += 50s;
    run({kMiB});
    EXPECT_GE(device_.used, 400 * kMiB);
    now_ += 10s;
    run({kMiB});
    EXPECT_LE(device_.used, 5 * kMiB / 4);
    EXPECT_GE(device_.used, kMiB);
}

TEST_F(Pool, ALongRunIsOfTheMinuteInWhichItEnds) {
    begin({400 * kMiB}, 1);
    now_ += 600s;
    end(1);
    EXPECT_EQ(device_.used, 400 * kMiB);
    run({400 * kMiB});
    EXPECT_EQ(device_.allocations, 1);
}

TEST_F(Pool, GivesAllBackThatIsIdle) {
    begin({kMiB}, 1);
    run({2 * kMiB});
    EXPECT_TRUE(pool_.free_idle());
    EXPECT_EQ(device_.used, kMiB);
    EXPECT_FALSE(pool_.free_idle());
    end(1);
    EXPECT_TRUE(pool_.free_idle());
    EXPECT_EQ(device_.used, 0);
}

TEST_F(SmallPool, WhatFillsTheMemoryFits) {
    run({kMiB + 1, 3 * kMiB + 1});
    run({49 * kMiB + 3, 51 * kMiB - 3});
    EXPECT_EQ(device_.used, 100 * kMiB);
    run({kMiB + 1, 99 * kMiB - 1});
    EXPECT_EQ(device_.used, 100 * kMiB);
    const int allocations = device_.allocations;
    run({kMiB + 1, 99 * kMiB - 1});
    EXPECT_EQ(device_.allocations, allocations);
}

TEST_F(SmallPool, WhatFitsBesideOthersFits) {
    begin({49 * kMiB + 3}, 1);
    begin({51 * kMiB - 3}, 2);
    EXPECT_EQ(device_.used, 100 * kMiB);
    EXPECT_THROW(begin({8}, 3), Error);
    end(1);
    begin({49 * kMiB}, 3);
    end(2);
    end(3);
}

TEST(SlotPool, ReservesAllOrNothing) {
    CountingDevice device(10 * kMiB);
    SlotPool pool(device, 100 * kMiB);  // more than there is
    for (int i = 0; i < 3; ++i) {
        test::expect_error(ErrorCode::out_of_memory, {}, [&] {
            return pool.reserve(std::vector<std::int64_t>{6 * kMiB, 6 * kMiB}, 7);
        });
        EXPECT_EQ(pool.idle_bytes(), device.used) << "no run has any of it";
    }
    EXPECT_EQ(pool.reserve(std::vector<std::int64_t>{9 * kMiB}, 8).size(), 1U) << "what was idle made room";
}

TEST(RecentMaximum, IsTheLargestOfTheLastMinute) {
    RecentMaximum recent;
    const auto at = [](int seconds) { return RecentMaximum::Time(std::chrono::seconds(seconds)); };
    EXPECT_EQ(recent.get(at(100)), 0);
    recent.note(7, at(100));
    recent.note(9, at(130));
    recent.note(3, at(135));
    EXPECT_EQ(recent.get(at(135)), 9);
    EXPECT_EQ(recent.get(at(184)), 9);
    EXPECT_EQ(recent.get(at(190)), 3) << "9 is a minute old";
    EXPECT_EQ(recent.get(at(195)), 0);
    recent.note(5, at(100000));
    EXPECT_EQ(recent.get(at(100000)), 5);
}

}  // namespace
}  // namespace hg
