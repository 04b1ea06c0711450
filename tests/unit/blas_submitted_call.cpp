#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "blas/call/submitted_call.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using namespace std::chrono_literals;

std::array<std::byte, 64> host_bytes;

HostRegion writes(std::size_t i) {
    return {&host_bytes[i], 1, 1, 1, true};
}
HostRegion reads(std::size_t i) {
    return {&host_bytes[i], 1, 1, 1, false};
}

/// A queue of calls, as a session has it.
class CallQueue {
  public:
    explicit CallQueue(std::size_t threads) : queue_(threads) {}
    Call submit(std::vector<HostRegion> regions, std::function<std::int64_t()> work) {
        return submit_call(queue_, life_, std::move(regions), std::move(work));
    }
    template <class Regions>
    void wait_for(Regions regions) {
        queue_.wait_for(std::move(regions));
    }

  private:
    const ProcessGeneration life_;
    WorkQueue queue_;
};

/// A gate that calls wait at.
class Gate {
  public:
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    /// False after ten seconds.
    bool pass() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 10s, [&] { return open_; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
};

TEST(SubmittedCall, ACallReturnsItsInfo) {
    CallQueue queue(2);
    const Call call = queue.submit({writes(0)}, [] { return std::int64_t{7}; });
    EXPECT_EQ(call.wait(), 7);
    EXPECT_TRUE(call.test());
    EXPECT_EQ(call.wait(), 7);
}

TEST(SubmittedCall, NoCallHasEnded) {
    const Call none;
    EXPECT_TRUE(none.test());
    EXPECT_EQ(none.wait(), 0);
}

TEST(SubmittedCall, WaitThrowsWhatTheCallThrows) {
    CallQueue queue(2);
    Call call = queue.submit({}, []() -> std::int64_t { throw Error(ErrorCode::device_lost, "gone"); });
    for (int i = 0; i < 2; ++i) try {
            (void)call.wait();
            ADD_FAILURE() << "nothing was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::device_lost);
        }
    EXPECT_TRUE(call.test());
}

TEST(SubmittedCall, CallsOnOtherMemoryOverlap) {
    CallQueue queue(3);
    Gate gate;
    std::atomic<int> passed = 0;
    const auto wait = [&] {
        passed += gate.pass() ? 1 : 0;
        return std::int64_t{0};
    };
    Call first = queue.submit({writes(0), reads(9)}, wait);
    Call second = queue.submit({writes(1), reads(9)}, wait);
    EXPECT_FALSE(first.test());
    Call third = queue.submit({writes(2)}, [&] {
        gate.open();
        return std::int64_t{0};
    });
    third.wait();
    first.wait();
    second.wait();
    EXPECT_EQ(passed, 2);
}

TEST(SubmittedCall, CallsOnTheSameMemoryKeepTheirOrder) {
    CallQueue queue(8);
    std::mt19937 random(3);
    std::array<std::vector<int>, 4> seen;  // by place: who wrote, in order
    std::array<std::vector<int>, 4> expected;
    std::array<std::atomic<int>, 4> last{};
    std::vector<Call> calls;
    std::atomic<int> wrong = 0;
    std::array<int, 4> last_submitted{};
    for (int number = 1; number <= 400; ++number) {
        const std::size_t from = random() % 4;
        const std::size_t to = random() % 4;
        const int before = last_submitted[from];
        calls.push_back(queue.submit({reads(from), writes(to)}, [&, number, from, to, before] {
            if (last[from] != before) ++wrong;
            std::this_thread::sleep_for(std::chrono::microseconds(number % 50));
            if (last[from] != before) ++wrong;
            last[to] = number;
            seen[to].push_back(number);
            return std::int64_t{number};
        }));
        expected[to].push_back(number);
        last_submitted[to] = number;
    }
    for (std::size_t i = 0; i < calls.size(); ++i)
        EXPECT_EQ(calls[i].wait(), static_cast<std::int64_t>(i) + 1);
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(seen, expected);
}

TEST(SubmittedCall, OthersWaitForWhatTheyDependOnAlone) {
    CallQueue queue(4);
    Gate gate;
    Call writer = queue.submit({writes(0)}, [&] { return std::int64_t{gate.pass() ? 1 : 0}; });
    int asked = 0;
    queue.wait_for([&] {
        ++asked;
        return std::vector<HostRegion>{writes(1)};
    });
    EXPECT_EQ(asked, 1) << "other memory: no wait";
    std::atomic<bool> waited = false;
    std::thread reader([&] {
        queue.wait_for([] { return std::vector<HostRegion>{reads(0)}; });
        waited = true;
    });
    std::this_thread::sleep_for(30ms);
    EXPECT_FALSE(waited);
    gate.open();
    reader.join();
    EXPECT_EQ(writer.wait(), 1);
    queue.wait_for([&]() -> std::vector<HostRegion> {
        ADD_FAILURE() << "nothing is under way";
        return {};
    });
}

TEST(SubmittedCall, ACallDoesNotWaitForItself) {
    CallQueue queue(1);
    EXPECT_EQ(queue
                  .submit({writes(0)},
                          [&] {
                              queue.wait_for([] { return std::vector<HostRegion>{writes(0)}; });
                              return std::int64_t{5};
                          })
                  .wait(),
              5);
}

TEST(SubmittedCall, AHandleThatGoesWaits) {
    CallQueue queue(2);
    std::atomic<int> done = 0;
    const auto slow = [&] {
        std::this_thread::sleep_for(20ms);
        return std::int64_t{++done};
    };
    { const Call call = queue.submit({writes(0)}, slow); }
    EXPECT_EQ(done, 1);
    Call call = queue.submit({writes(0)}, slow);
    call = Call();
    EXPECT_EQ(done, 2);
    Call other = queue.submit({writes(0)}, slow);
    Call moved = std::move(other);
    EXPECT_EQ(moved.wait(), 3);
}

TEST(SubmittedCall, EndsAfterItsCalls) {
    std::atomic<int> done = 0;
    std::vector<Call> calls;
    {
        CallQueue queue(2);
        for (int i = 0; i < 20; ++i)
            calls.push_back(queue.submit({writes(0)}, [&] { return std::int64_t{++done}; }));
    }
    EXPECT_EQ(done, 20);
    EXPECT_EQ(calls.back().wait(), 20) << "a handle may outlive the queue";
}

TEST(SubmittedCall, ThreadsSubmitAtTheSameTime) {
    CallQueue queue(4);
    std::array<int, 4> counts{};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            std::vector<Call> calls;
            for (int i = 0; i < 100; ++i) {
                const std::size_t place = (t + static_cast<std::size_t>(i)) % 4;
                calls.push_back(
                    queue.submit({writes(place)}, [&, place] { return std::int64_t{++counts[place]}; }));
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(counts, (std::array<int, 4>{100, 100, 100, 100}));
}

}  // namespace
}  // namespace hg
