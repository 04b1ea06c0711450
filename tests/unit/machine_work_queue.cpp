#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "runtime/machine/run/work_queue.hpp"

namespace hg {
namespace {

using namespace std::chrono_literals;

std::array<std::byte, 64> host_bytes;

std::vector<HostRegion> writes(std::size_t i) {
    return {{&host_bytes[i], 1, 1, 1, true}};
}
std::vector<HostRegion> reads(std::size_t i) {
    return {{&host_bytes[i], 1, 1, 1, false}};
}

/// A run in a thread of its own: it enters, and leaves when it is told.
class Runner {
  public:
    Runner(WorkQueue& queue, RunNeeds needs)
        : thread_([this, &queue, needs = std::move(needs)]() mutable {
              const WorkQueue::Place place(queue, std::move(needs));
              entered_ = true;
              entered_.notify_all();
              leave_.wait(false);
          }) {}
    ~Runner() { leave(); }
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    void leave() {
        leave_ = true;
        leave_.notify_all();
        if (thread_.joinable()) thread_.join();
    }
    void wait_until_entered() { entered_.wait(false); }
    /// Long enough for a thread that may enter to do so.
    [[nodiscard]] bool enters_soon() const {
        std::this_thread::sleep_for(30ms);
        return entered_;
    }

  private:
    std::atomic<bool> entered_{false};
    std::atomic<bool> leave_{false};
    std::thread thread_;
};

TEST(WorkQueue, RunsThatFitAreUnderWayTogether) {
    WorkQueue queue(4, {100, 100});
    Runner first(queue, {writes(0), {60, 0}});
    first.wait_until_entered();
    Runner second(queue, {writes(1), {40, 100}});
    second.wait_until_entered();
    Runner third(queue, {writes(2), {1}});
    EXPECT_FALSE(third.enters_soon()) << "the first device's memory is full";
    first.leave();
    third.wait_until_entered();
}

TEST(WorkQueue, ConflictingRunsKeepTheirOrder) {
    WorkQueue queue(4, {100});
    Runner writer(queue, {writes(0), {1}});
    writer.wait_until_entered();
    Runner reader(queue, {reads(0), {1}});
    EXPECT_FALSE(reader.enters_soon());
    Runner next_writer(queue, {writes(0), {1}});
    EXPECT_FALSE(next_writer.enters_soon());
    Runner last_reader(queue, {reads(0), {1}});
    EXPECT_FALSE(last_reader.enters_soon()) << "a writer before it has not begun";
    writer.leave();
    reader.wait_until_entered();
    EXPECT_FALSE(next_writer.enters_soon());
    reader.leave();
    next_writer.wait_until_entered();
    next_writer.leave();
    last_reader.wait_until_entered();
}

TEST(WorkQueue, ReadersAreUnderWayTogether) {
    WorkQueue queue(4, {100});
    Runner one(queue, {reads(0), {1}});
    Runner two(queue, {reads(0), {1}});
    one.wait_until_entered();
    two.wait_until_entered();
}

TEST(WorkQueue, WhoWaitsForItsMatricesLetsOthersPass) {
    WorkQueue queue(4, {100});
    Runner writer(queue, {writes(0), {1}});
    writer.wait_until_entered();
    Runner waiting(queue, {reads(0), {1}});
    EXPECT_FALSE(waiting.enters_soon());
    Runner other(queue, {writes(1), {1}});
    other.wait_until_entered();
    writer.leave();
    waiting.wait_until_entered();
}

TEST(WorkQueue, WhoWaitsForMemoryIsNotPassed) {
    WorkQueue queue(4, {100});
    Runner small(queue, {writes(0), {60}});
    small.wait_until_entered();
    Runner large(queue, {writes(1), {80}});
    EXPECT_FALSE(large.enters_soon());
    Runner another(queue, {writes(2), {10}});
    EXPECT_FALSE(another.enters_soon()) << "many small ones could keep the large one waiting for ever";
    small.leave();
    large.wait_until_entered();
    another.wait_until_entered();
}

TEST(WorkQueue, NoMoreThanSoManyAreUnderWay) {
    WorkQueue queue(2, {100});
    Runner one(queue, {writes(0), {1}});
    Runner two(queue, {writes(1), {1}});
    one.wait_until_entered();
    two.wait_until_entered();
    Runner three(queue, {writes(2), {1}});
    EXPECT_FALSE(three.enters_soon());
    two.leave();
    three.wait_until_entered();
}

TEST(WorkQueue, ALargerRunThanTheCapacityIsUnderWayAlone) {
    WorkQueue queue(4, {100});
    Runner one(queue, {writes(0), {1}});
    one.wait_until_entered();
    Runner huge(queue, {writes(1), {1000}});
    EXPECT_FALSE(huge.enters_soon());
    one.leave();
    huge.wait_until_entered();
}

TEST(WorkQueue, AloneIsAlone) {
    WorkQueue queue(4, {100});
    Runner one(queue, {writes(0), {1}});
    one.wait_until_entered();
    Runner alone(queue, RunNeeds::alone_on_the_machine());
    EXPECT_FALSE(alone.enters_soon());
    Runner other(queue, {writes(1), {1}});
    EXPECT_FALSE(other.enters_soon());
    one.leave();
    alone.wait_until_entered();
    EXPECT_FALSE(other.enters_soon());
    alone.leave();
    other.wait_until_entered();
}

/// Kernels whose work-groups wait for each other could keep compute units from others of that kind.
TEST(WorkQueue, RunsThatGatherInDifferentQueuesAreNotUnderWayTogether) {
    WorkQueue queue(4, {100});
    Runner first(queue, {.regions = writes(0), .bytes = {1}, .gathers_in_exec = true});
    first.wait_until_entered();
    Runner same(queue, {.regions = writes(1), .bytes = {1}, .gathers_in_exec = true});
    same.wait_until_entered();
    Runner other(queue, {.regions = writes(2), .bytes = {1}, .gathers_in_exec2 = true});
    EXPECT_FALSE(other.enters_soon());
    first.leave();
    EXPECT_FALSE(other.enters_soon());
    same.leave();
    other.wait_until_entered();
}

/// Two that both want to be alone step aside for each other, the earlier one first.
TEST(WorkQueue, WhoWantsToBeAloneLaterKeepsItsTurn) {
    WorkQueue queue(4, {100});
    std::atomic<int> turn = 0;
    std::optional<WorkQueue::Place> first(std::in_place, queue, RunNeeds{writes(0), {1}});
    std::optional<WorkQueue::Place> second(std::in_place, queue, RunNeeds{writes(1), {1}});
    Runner later(queue, {writes(2), {100}});
    std::thread two([&] {
        second->wait_alone();
        EXPECT_TRUE(second->alone());
        EXPECT_EQ(++turn, 2);
        second.reset();
    });
    std::this_thread::sleep_for(20ms);
    first->wait_alone();
    EXPECT_EQ(++turn, 1);
    EXPECT_FALSE(later.enters_soon());
    first.reset();
    two.join();
    later.wait_until_entered();
}

class CountingJob final : public WorkQueue::Job {
  public:
    explicit CountingJob(std::atomic<int>& done) : done_(done) {}
    void work() noexcept override {}
    void end() noexcept override { ++done_; }

  private:
    std::atomic<int>& done_;
};

TEST(WorkQueue, OneRuleOrdersPlacesAndJobs) {
    std::atomic<int> done = 0;
    WorkQueue queue(4, {100});
    std::optional<WorkQueue::Place> writer(std::in_place, queue, RunNeeds{writes(0), {1}});
    queue.submit(reads(0), std::make_unique<CountingJob>(done));
    Runner next_writer(queue, {writes(0), {1}});
    EXPECT_FALSE(next_writer.enters_soon());
    EXPECT_EQ(done, 0);
    std::thread waiting([&] {
        queue.wait_for([] { return reads(0); });
        EXPECT_EQ(done, 1);
    });
    writer.reset();
    next_writer.wait_until_entered();
    EXPECT_EQ(done, 1);
    next_writer.leave();
    waiting.join();
}

}  // namespace
}  // namespace hg
