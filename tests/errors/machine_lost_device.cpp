#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "runtime/machine/device/host_device.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/forwarding_device.hpp"
#include "tests/support/tile_programs.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// What the test does to its device, and sees of it.
struct Control {
    int fail_at_exec = -1;  ///< the device is lost at this EXEC
    bool recovers = true;
    int recoveries = 0;
    int memories = 0;  ///< pieces of device memory there are
    int memories_at_recovery = -1;
    int largest_memory = 1 << 30;
};

class CountedMemory final : public DeviceMemory {
  public:
    CountedMemory(std::unique_ptr<DeviceMemory> memory, Control& control)
        : memory_(std::move(memory)), control_(control) {
        ++control_.memories;
    }
    ~CountedMemory() override { --control_.memories; }
    [[nodiscard]] DeviceMemory* get() const noexcept { return memory_.get(); }

  private:
    std::unique_ptr<DeviceMemory> memory_;
    Control& control_;
};

/// A host device that is lost on demand.
class FragileDevice final : public test::ForwardingDevice {
  public:
    explicit FragileDevice(Control& control) : ForwardingDevice(make_host_device()), control_(control) {}

    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) override {
        if (bytes > control_.largest_memory) throw Error(ErrorCode::out_of_memory, "the device is full");
        return std::make_unique<CountedMemory>(device().allocate(bytes), control_);
    }
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override {
        device().load(source, inner(destination), ticket);
    }
    void exec(const ExecCall& call, Ticket ticket) noexcept override {
        if (control_.fail_at_exec >= 0 && execs_++ >= control_.fail_at_exec) {
            lost_ = true;
            ticket.sink->completed(
                ticket.command, std::make_exception_ptr(Error(ErrorCode::device_lost, "the device is gone")));
            return;
        }
        std::vector<LiveRegister> registers;
        for (const LiveRegister& reg : call.registers) registers.push_back(inner(reg));
        device().exec({.instruction = call.instruction,
                       .registers = registers,
                       .scalars = call.scalars,
                       .queue = call.queue},
                      ticket);
    }
    void store(const LiveRegister& source, const HostRectangle& destination,
               Ticket ticket) noexcept override {
        device().store(inner(source), destination, ticket);
    }
    [[nodiscard]] bool lost() const noexcept override { return lost_; }
    void recover() override {
        ++control_.recoveries;
        control_.memories_at_recovery = control_.memories;
        if (!control_.recovers) throw Error(ErrorCode::device_lost, "no new context");
        lost_ = false;
        control_.fail_at_exec = -1;
    }

  private:
    static LiveRegister inner(const LiveRegister& reg) {
        return {reg.shape, static_cast<CountedMemory*>(reg.memory)->get()};
    }
    Control& control_;
    int execs_ = 0;
    bool lost_ = false;
};

class LostDevice : public ::testing::Test {
  protected:
    static std::vector<std::unique_ptr<Device>> devices(Control& control) {
        std::vector<std::unique_ptr<Device>> list;
        list.push_back(make_host_device());
        list.push_back(std::make_unique<FragileDevice>(control));
        return list;
    }

    void expect_works() {
        std::vector<std::int32_t> data(300, 4);
        machine_.run(program_, Bindings{}.matrix("X", data.data(), 5));
        EXPECT_EQ(data, std::vector<std::int32_t>(300, 9));
    }

    void expect_lost() {
        std::vector<std::int32_t> data(300, 4);
        const Error error = test::expect_error(ErrorCode::device_lost, {}, [&] {
            return machine_.run(program_, Bindings{}.matrix("X", data.data(), 5));
        });
        EXPECT_EQ(error.context().device, machine_.target().devices[1].name);
        // Outputs hold old or final elements, never anything else.
        for (std::int32_t value : data) EXPECT_TRUE(value == 4 || value == 9) << value;
    }

    Control control_;
    Machine machine_{devices(control_)};
    Program program_ = test::tile_updates(machine_, 5, 12).finish();
};

TEST_F(LostDevice, GetsANewContextAtTheNextRun) {
    expect_works();
    EXPECT_GT(control_.memories, 0);
    control_.fail_at_exec = 2;
    expect_lost();
    EXPECT_EQ(control_.recoveries, 0);
    expect_works();
    EXPECT_EQ(control_.recoveries, 1);
    EXPECT_EQ(control_.memories_at_recovery, 0) << "memory of the old context was still in use";
}

TEST_F(LostDevice, StaysLostWhereThereIsNoNewContext) {
    control_.fail_at_exec = 0;
    control_.recovers = false;
    expect_lost();
    expect_lost();
    EXPECT_EQ(control_.recoveries, 1);
    control_.recovers = true;
    expect_works();
    EXPECT_EQ(control_.recoveries, 2);
}

TEST_F(LostDevice, DoesNotStopProgramsThatDoWithoutIt) {
    control_.fail_at_exec = 0;
    control_.recovers = false;
    expect_lost();
    ProgramBuilder b(machine_.target());
    const ParameterId x = b.matrix("X", ElementType::i32, 2, 2);
    const RegisterId r = b.reg(0, ElementType::i32, 2, 2);
    b.exec(test::fill<std::int32_t>(), {r}, {6.0});
    b.store({x, 0, 0, 2, 2}, r);
    std::vector<std::int32_t> data(4);
    machine_.run(std::move(b).finish(), Bindings{}.matrix("X", data.data(), 2));
    EXPECT_EQ(data, std::vector<std::int32_t>(4, 6));
}

TEST_F(LostDevice, MemoryThatCannotBeHadNamesTheDevice) {
    control_.largest_memory = 10;
    const Error error =
        test::expect_error(ErrorCode::out_of_memory, {}, [&] { return machine_.prepare(program_); });
    EXPECT_EQ(error.context().device, machine_.target().devices[1].name);
    control_.largest_memory = 1 << 30;
    expect_works();
}

TEST_F(LostDevice, TrimGivesAllMemoryBack) {
    expect_works();
    EXPECT_GT(control_.memories, 0);
    const int kept = control_.memories;
    expect_works();
    EXPECT_EQ(control_.memories, kept);
    machine_.trim();
    EXPECT_EQ(control_.memories, 0);
    expect_works();
}

}  // namespace
}  // namespace hg
