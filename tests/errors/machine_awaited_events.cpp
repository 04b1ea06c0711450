#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

#include "runtime/machine/device/awaited_events.hpp"
#include "runtime/machine/opencl/platforms/opencl_platforms.hpp"
#include "tests/support/test_devices.hpp"

namespace hg {
namespace {

/// Nobody is told of these commands.
class UntoldSink final : public CompletionSink {
  public:
    void completed(CommandId, std::exception_ptr) noexcept override {}
    void spent(CommandId, const WorkSpan&) noexcept override {}
    [[nodiscard]] bool wants_spans() const noexcept override { return false; }
};

/// Commands of one queue that end as the test says.
class EventsOfAQueue : public ::testing::Test {
  protected:
    void SetUp() override {
        if (test::on_host()) GTEST_SKIP() << "the host device has no events";
        context_.emplace(find_opencl_devices().at(0).device);
    }

    cl::UserEvent begin(CommandId command, UntoldSink& run) {
        AwaitedEvents::Place& place = events_.make_place({&run, command});
        cl::UserEvent event(*context_);
        events_.fill(place, event);
        return event;
    }
    std::size_t found(CommandId command, const UntoldSink& run) {
        std::vector<cl::Event> found;
        events_.find(&run, std::array{command}, found);
        return found.size();
    }

    std::optional<cl::Context> context_;
    AwaitedEvents events_;
    UntoldSink run_, next_run_;
};

TEST_F(EventsOfAQueue, AreKeptUntilTheyEndWell) {
    cl::UserEvent first = begin(CommandId{1}, run_);
    begin(CommandId{2}, run_);
    EXPECT_EQ(found(CommandId{1}, run_), 1U);
    EXPECT_EQ(found(CommandId{3}, run_), 0U);
    first.setStatus(CL_COMPLETE);
    begin(CommandId{3}, run_);
    EXPECT_EQ(found(CommandId{1}, run_), 0U);
    EXPECT_EQ(found(CommandId{2}, run_), 1U);
}

TEST_F(EventsOfAQueue, ThatFailAreKeptForTheirRun) {
    begin(CommandId{1}, run_).setStatus(CL_OUT_OF_RESOURCES);
    begin(CommandId{2}, run_);
    EXPECT_EQ(found(CommandId{1}, run_), 1U);
    begin(CommandId{1}, next_run_);
    EXPECT_EQ(found(CommandId{1}, run_), 0U);
    EXPECT_EQ(found(CommandId{1}, next_run_), 1U);
}

TEST_F(EventsOfAQueue, AreThoseOfTheirRunAlone) {
    begin(CommandId{1}, run_);
    EXPECT_EQ(found(CommandId{1}, next_run_), 0U);
}

}  // namespace
}  // namespace hg
