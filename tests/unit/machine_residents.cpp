#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kResidentRows = 33;
constexpr std::int64_t kCols = 5;
constexpr std::int64_t kLd = 48;
constexpr std::int64_t kElements = kLd * kCols;

/// Programs on one resident register x of i32 on a device, and its memory.
class MachineResidents : public ::testing::Test {
  protected:
    RegisterId declare(ProgramBuilder& b, DeviceIndex device) {
        return b.resident("x", device, ElementType::i32, kResidentRows, kCols, kLd);
    }
    /// x := X
    Program fill(DeviceIndex device = 0) {
        ProgramBuilder b(machine_.target());
        const ParameterId host = b.matrix("X", ElementType::i32, kResidentRows, kCols);
        b.load(declare(b, device), {host, 0, 0, kResidentRows, kCols});
        return std::move(b).finish();
    }
    /// x := a x + b, several times.
    Program step(DeviceIndex device, double a, double add, int times = 1) {
        ProgramBuilder b(machine_.target());
        const RegisterId x = declare(b, device);
        const InstructionPtr scale = test::scale<std::int32_t>();
        for (int i = 0; i < times; ++i) b.exec(scale, {x}, {a, add});
        return std::move(b).finish();
    }
    /// X := x
    Program read(DeviceIndex device = 0) {
        ProgramBuilder b(machine_.target());
        const ParameterId host = b.matrix("X", ElementType::i32, kResidentRows, kCols);
        b.store({host, 0, 0, kResidentRows, kCols}, declare(b, device));
        return std::move(b).finish();
    }
    Bindings with(const ResidentMemory& memory, std::vector<std::int32_t>& host) {
        return Bindings{}.resident("x", memory).matrix("X", host.data(), kResidentRows);
    }

    static std::vector<std::int32_t> numbers() {
        std::vector<std::int32_t> list(kResidentRows * kCols);
        std::iota(list.begin(), list.end(), 0);
        return list;
    }
    static std::vector<std::int32_t> mapped(std::int32_t a, std::int32_t b) {
        std::vector<std::int32_t> list = numbers();
        for (std::int32_t& element : list) element = a * element + b;
        return list;
    }

    Machine machine_{test::test_options()};
};

TEST_F(MachineResidents, KeepTheirContentsFromRunToRun) {
    for (DeviceIndex d = 0; d < machine_.device_count(); ++d) {
        const ResidentMemory memory = machine_.allocate_resident(d, ElementType::i32, kElements);
        EXPECT_EQ(memory.device(), d);
        EXPECT_EQ(memory.type(), ElementType::i32);
        EXPECT_EQ(memory.elements(), kElements);
        EXPECT_EQ(memory.bytes(), 4 * kElements);
        EXPECT_FALSE(memory.lost());
        std::vector<std::int32_t> host = numbers();
        machine_.run(fill(d), with(memory, host));
        for (int i = 0; i < 3; ++i) machine_.run(step(d, 2, 1), Bindings{}.resident("x", memory));
        machine_.trim();  // what runs have kept, not this
        machine_.run(read(d), with(memory, host));
        EXPECT_EQ(host, mapped(8, 7));
    }
}

TEST_F(MachineResidents, HaveWindows) {
    const ResidentMemory memory = machine_.allocate_resident(0, ElementType::i32, kElements);
    std::vector<std::int32_t> host = numbers();
    machine_.run(fill(), with(memory, host));
    ProgramBuilder b(machine_.target());
    b.exec(test::scale<std::int32_t>(), {b.window(declare(b, 0), 16, 1, 17, 2)}, {0.0, -1.0});
    machine_.run(std::move(b).finish(), Bindings{}.resident("x", memory));
    machine_.run(read(), with(memory, host));
    std::vector<std::int32_t> expected = numbers();
    for (std::size_t j = 1; j < 3; ++j)
        for (std::size_t i = 16; i < kResidentRows; ++i) expected[i + j * kResidentRows] = -1;
    EXPECT_EQ(host, expected);
}

TEST_F(MachineResidents, AreSharedByCopiesAndOutliveTheFirst) {
    std::vector<std::int32_t> host = numbers();
    Bindings bindings;
    {
        const ResidentMemory memory = machine_.allocate_resident(0, ElementType::i32, kElements);
        bindings = with(memory, host);
    }
    machine_.run(fill(), bindings);
    std::fill(host.begin(), host.end(), 0);
    machine_.run(read(), bindings);
    EXPECT_EQ(host, numbers());
}

TEST_F(MachineResidents, RegistersOfOneProgramMayReadOneMemory) {
    const ResidentMemory memory = machine_.allocate_resident(0, ElementType::i32, kElements);
    std::vector<std::int32_t> host = numbers();
    machine_.run(fill(), with(memory, host));
    ProgramBuilder b(machine_.target());
    const ParameterId both = b.matrix("X", ElementType::i32, kResidentRows, 2);
    b.store({both, 0, 0, kResidentRows, 1}, b.resident("x", 0, ElementType::i32, kResidentRows, 1));
    b.store({both, 0, 1, kResidentRows, 1}, b.resident("y", 0, ElementType::i32, kResidentRows, 1));
    machine_.run(std::move(b).finish(), with(memory, host).resident("y", memory));
    for (std::int64_t i = 0; i < kResidentRows; ++i)
        EXPECT_EQ(host[static_cast<std::size_t>(i)], host[static_cast<std::size_t>(i + kResidentRows)]);
}

TEST_F(MachineResidents, CanBeSwappedBetweenRuns) {
    const ResidentMemory one = machine_.allocate_resident(0, ElementType::i32, kElements);
    const ResidentMemory two = machine_.allocate_resident(0, ElementType::i32, kElements);
    std::vector<std::int32_t> host = numbers();
    machine_.run(fill(), with(one, host));
    machine_.run(fill(), with(two, host));
    const Program program = step(0, 3, 0);
    machine_.run(program, Bindings{}.resident("x", one));
    machine_.run(program, Bindings{}.resident("x", two));
    machine_.run(program, Bindings{}.resident("x", two));
    machine_.run(read(), with(one, host));
    EXPECT_EQ(host, mapped(3, 0));
    machine_.run(read(), with(two, host));
    EXPECT_EQ(host, mapped(9, 0));
}

/// Two threads add to x, a third looks: each run finds what a whole number of runs has left.
TEST_F(MachineResidents, RunsThatWriteThemFollowEachOther) {
    const ResidentMemory memory = machine_.allocate_resident(0, ElementType::i32, kElements);
    std::vector<std::int32_t> host = numbers();
    machine_.run(fill(), with(memory, host));
    const Program plus_one = step(0, 1, 1, 7);
    const auto many = [&] {
        for (int i = 0; i < 20; ++i) machine_.run(plus_one, Bindings{}.resident("x", memory));
    };
    std::atomic<bool> ended{false};
    std::thread reader([&] {
        // What it sees is the end of a run: no element is ahead of others.
        std::vector<std::int32_t> seen(host.size());
        const Program look = read();
        while (!ended) {
            machine_.run(look, with(memory, seen));
            for (std::size_t i = 0; i < seen.size(); ++i) {
                ASSERT_EQ(seen[i] - seen[0], static_cast<std::int32_t>(i));
                ASSERT_EQ(seen[i] % 7, static_cast<std::int32_t>(i % 7));
            }
        }
    });
    std::thread other(many);
    many();
    other.join();
    ended = true;
    reader.join();
    machine_.run(read(), with(memory, host));
    EXPECT_EQ(host, mapped(1, 2 * 20 * 7));
}

TEST_F(MachineResidents, CountAgainstTheDevicesMemory) {
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = 1 << 20;
    Machine machine(options);
    const std::int64_t half = machine.target().devices[0].memory / 2 / 4;
    const auto runs = [&] {
        ProgramBuilder b(machine.target());
        const InstructionPtr one = test::fill<std::int32_t>();
        for (int i = 0; i < 2; ++i) b.exec(one, {b.reg(0, ElementType::i32, half, 1)}, {1.0});
        const Program program = std::move(b).finish();
        try {
            machine.run(program, {});
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
            return false;
        }
        return true;
    };
    EXPECT_TRUE(runs());
    {
        const ResidentMemory first = machine.allocate_resident(0, ElementType::i32, half);
        EXPECT_FALSE(runs());
        const ResidentMemory second = machine.allocate_resident(0, ElementType::i32, half);
        EXPECT_THROW(static_cast<void>(machine.allocate_resident(0, ElementType::i32, half)), Error);
    }
    EXPECT_TRUE(runs()) << "freed memory is there again";
}

}  // namespace
}  // namespace hg
