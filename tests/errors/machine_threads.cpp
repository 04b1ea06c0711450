#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/staging/copy_threads.hpp"
#include "runtime/threads/available_cores.hpp"
#include "tests/support/failing_threads.hpp"
#include "tests/support/forwarding_device.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::FailingThreads;

/// Large enough for a copy to be shared by threads.
constexpr std::int64_t kOrder = 1024;

/// The host device as one that needs the CPU as its helper.
class Disguised final : public test::ForwardingDevice {
  public:
    explicit Disguised(std::unique_ptr<Device> host)
        : ForwardingDevice(std::move(host)), info_(ForwardingDevice::info()) {
        info_.is_host = false;
        info_.traits.is_host = false;
    }
    [[nodiscard]] const DeviceInfo& info() const noexcept override { return info_; }

  private:
    DeviceInfo info_;
};

std::vector<std::unique_ptr<Device>> devices_without_host() {
    std::vector<std::unique_ptr<Device>> devices = make_devices(test::test_options());
    for (auto& device : devices)
        if (device->info().is_host) device = std::make_unique<Disguised>(std::move(device));
    return devices;
}

/// X := X + 1, one matrix for each device of the target.
Program program_for(const Target& target) {
    ProgramBuilder b(target);
    const auto devices = static_cast<std::int64_t>(target.devices.size());
    const ParameterId x = b.matrix("X", ElementType::i32, kOrder, kOrder * devices);
    const InstructionPtr fill = test::fill<std::int32_t>();
    const InstructionPtr axpy = test::axpy<std::int32_t>();
    for (std::int64_t d = 0; d < devices; ++d) {
        const HostTile tile{x, 0, kOrder * d, kOrder, kOrder};
        const RegisterId one = b.reg(static_cast<DeviceIndex>(d), ElementType::i32, kOrder, kOrder);
        const RegisterId sum = b.reg(static_cast<DeviceIndex>(d), ElementType::i32, kOrder, kOrder);
        b.exec(fill, {one}, {1.0});
        b.load(sum, tile);
        b.exec(axpy, {one, sum}, {1.0});
        b.store(tile, sum);
    }
    return std::move(b).finish();
}

void expect_right(Machine& machine, const Program& program) {
    const std::size_t devices = program.devices().size();
    std::vector<std::int32_t> x(static_cast<std::size_t>(kOrder * kOrder) * devices, 6);
    machine.run(program, Bindings{}.matrix("X", x.data(), kOrder));
    EXPECT_TRUE(std::all_of(x.begin(), x.end(), [](std::int32_t value) { return value == 7; }));
}

void expect_names_threads(const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    EXPECT_NE(error.message().find("cannot start a thread"), std::string::npos) << error.what();
}

/// What a thread is refused in: it works, or throws hg's error; then it works.
class RefusedThreads : public ::testing::TestWithParam<int> {
  protected:
    void SetUp() override {
        if (!test::kThreadsCanFail) GTEST_SKIP() << "sanitizers take pthread_create for themselves";
    }

    /// Calls use(n) for n = 0, 1, .. as long as its thread n is refused: returns true.
    template <class Use>
    static void for_each_thread(int least, Use use) {
        int refused = 0;
        while (use(refused)) ++refused;
        EXPECT_GE(refused, least);
    }
};

TEST_P(RefusedThreads, AMachineIsMadeOrNot) {
    for_each_thread(3, [](int number) {
        FailingThreads failing(number, GetParam());
        try {
            Machine machine(test::test_options());
            const Program program = program_for(machine.target());
            expect_right(machine, program);
            failing.stop();
            expect_right(machine, program);
        } catch (const Error& error) {
            expect_names_threads(error);
        }
        return failing.any_failed();
    });
}

TEST_P(RefusedThreads, AMachineThatCouldNotGrowIsAsBefore) {
    Machine machine(devices_without_host());
    const Program without_host = program_for(machine.target());
    const Program with_host = program_for(machine.target_with_host());
    expect_right(machine, without_host);
    for_each_thread(3, [&](int number) {
        FailingThreads failing(number, GetParam());
        try {
            expect_right(machine, with_host);
        } catch (const Error& error) {
            expect_names_threads(error);
        }
        failing.stop();
        expect_right(machine, without_host);
        return failing.any_failed();
    });
    expect_right(machine, with_host);
}

TEST_P(RefusedThreads, CopiesGoOnWithTheThreadsThereAre) {
    if (available_cores() < 2) GTEST_SKIP() << "one core: copies have no threads";
    const std::vector<std::int32_t> from(kOrder * kOrder, 7);
    for_each_thread(1, [&](int number) {
        FailingThreads failing(number, GetParam());
        CopyThreads copies(0);
        for (int i = 0; i < 2; ++i) {
            std::vector<std::int32_t> to(from.size(), 0);
            copies.copy({.to = reinterpret_cast<std::byte*>(to.data()),
                         .to_stride = 4 * kOrder,
                         .from = reinterpret_cast<const std::byte*>(from.data()),
                         .from_stride = 4 * kOrder,
                         .column_bytes = 4 * kOrder,
                         .columns = kOrder});
            EXPECT_EQ(to, from);
        }
        return failing.any_failed();
    });
}

INSTANTIATE_TEST_SUITE_P(Threads, RefusedThreads, ::testing::Values(1, 1 << 20),
                         [](const auto& count) { return count.param == 1 ? "One" : "AllFromThere"; });

}  // namespace
}  // namespace hg
