#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/expected_error.hpp"
#include "tests/support/faulty_device.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kLength = 20;

/// x := 2 x on a device, X := x.
Program doubled(const Target& target, DeviceIndex device) {
    ProgramBuilder b(target);
    const ParameterId host = b.matrix("X", ElementType::i32, kLength, 1);
    const RegisterId x = b.resident("x", device, ElementType::i32, kLength, 1);
    b.exec(test::scale<std::int32_t>(), {x}, {2.0, 0.0});
    b.store({host, 0, 0, kLength, 1}, x);
    return std::move(b).finish();
}

/// x := value
Program filled(const Target& target, DeviceIndex device, double value) {
    ProgramBuilder b(target);
    b.exec(test::fill<std::int32_t>(), {b.resident("x", device, ElementType::i32, kLength, 1)}, {value});
    return std::move(b).finish();
}

class WrongResidents : public ::testing::Test {
  protected:
    void expect_refused(const Bindings& bindings, const std::string& name, const std::string& reason) {
        const Error error = test::expect_error(ErrorCode::invalid_argument, {reason}, [&] {
            return machine_.run(program_, Bindings(bindings).matrix("X", x_.data(), kLength));
        });
        EXPECT_EQ(error.context().argument_name, name);
        EXPECT_EQ(x_, std::vector<std::int32_t>(kLength, 1));
    }
    ResidentMemory memory(ElementType type, std::int64_t elements, std::size_t device = 0) {
        return machine_.allocate_resident(device, type, elements);
    }

    Machine machine_{test::test_options()};
    Program program_ = doubled(machine_.target(), 0);
    std::vector<std::int32_t> x_ = std::vector<std::int32_t>(kLength, 1);
};

TEST_F(WrongResidents, AreRefused) {
    const ResidentMemory right = memory(ElementType::i32, kLength);
    expect_refused({}, "x", "resident register x is not bound");
    expect_refused(Bindings{}.resident("x", {}), "x", "resident register x is not bound");
    expect_refused(Bindings{}.resident("x", right).resident("y", right), "y",
                   "no resident register called y");
    expect_refused(Bindings{}.resident("x", memory(ElementType::f32, kLength)), "x", "f32");
    expect_refused(Bindings{}.resident("x", memory(ElementType::i32, kLength - 1)), "x",
                   "memory of 19 elements; it needs 20");
    Machine other(test::test_options());
    expect_refused(Bindings{}.resident("x", other.allocate_resident(0, ElementType::i32, kLength)), "x",
                   "another machine");
    if (machine_.device_count() > 1)
        expect_refused(Bindings{}.resident("x", memory(ElementType::i32, kLength, 1)), "x",
                       "memory of device 1; the program has it on device 0");
    machine_.run(filled(machine_.target(), 0, 4), Bindings{}.resident("x", right));
    machine_.run(program_, Bindings{}.resident("x", right).matrix("X", x_.data(), kLength));
    EXPECT_EQ(x_, std::vector<std::int32_t>(kLength, 8));
}

TEST_F(WrongResidents, OneMemoryForTwoRegistersOfWhichOneIsWritten) {
    ProgramBuilder b(machine_.target());
    b.exec(
        test::axpy<std::int32_t>(),
        {b.resident("x", 0, ElementType::i32, kLength, 1), b.resident("y", 0, ElementType::i32, kLength, 1)},
        {1.0});
    const Program program = std::move(b).finish();
    const ResidentMemory one = memory(ElementType::i32, kLength);
    EXPECT_THROW(machine_.run(program, Bindings{}.resident("x", one).resident("y", one)), Error);
}

TEST_F(WrongResidents, MemoryThatCannotBe) {
    const auto code = [&](std::size_t device, std::int64_t elements) -> std::optional<ErrorCode> {
        try {
            static_cast<void>(machine_.allocate_resident(device, ElementType::f64, elements));
        } catch (const Error& error) {
            return error.code();
        }
        return std::nullopt;
    };
    EXPECT_EQ(code(machine_.device_count(), 1), ErrorCode::invalid_argument);
    EXPECT_EQ(code(0, 0), ErrorCode::invalid_argument);
    EXPECT_EQ(code(0, -1), ErrorCode::invalid_argument);
    EXPECT_EQ(code(0, std::numeric_limits<std::int64_t>::max()), ErrorCode::invalid_argument);
    EXPECT_EQ(code(0, std::int64_t{1} << 50), ErrorCode::out_of_memory);
}

TEST(ResidentsOfAMachineThatIsGone, AreLost) {
    ResidentMemory memory;
    EXPECT_FALSE(memory);
    {
        Machine machine(test::test_options());
        memory = machine.allocate_resident(0, ElementType::i32, kLength);
        EXPECT_FALSE(memory.lost());
    }
    EXPECT_TRUE(memory);
    EXPECT_TRUE(memory.lost());
}

class ResidentsOfALostDevice : public ::testing::Test {
  protected:
    void expect_lost(const Program& program, const Bindings& bindings, const std::string& words) {
        const Error error = test::expect_error(ErrorCode::device_lost, {words},
                                               [&] { return machine_.run(program, bindings); });
        EXPECT_EQ(error.context().argument_name, words == "a planned fault" ? "" : "x");
    }

    std::array<test::FaultPlan, 1> plans_{};
    Machine machine_{test::faulty_devices(test::first_test_devices(1), plans_)};
    std::vector<std::int32_t> x_ = std::vector<std::int32_t>(kLength, 1);
};

TEST_F(ResidentsOfALostDevice, AreLostByName) {
    plans_[0].position = 2;
    plans_[0].recovers = true;
    const ResidentMemory memory = machine_.allocate_resident(0, ElementType::i32, kLength);
    const Program twice = doubled(machine_.target(), 0);
    const Bindings bindings = Bindings{}.resident("x", memory).matrix("X", x_.data(), kLength);
    machine_.run(filled(machine_.target(), 0, 5), Bindings{}.resident("x", memory));
    machine_.run(twice, bindings);
    EXPECT_EQ(x_, std::vector<std::int32_t>(kLength, 10));
    expect_lost(twice, bindings, "a planned fault");
    expect_lost(twice, bindings, "the memory of resident register x was lost");
    expect_lost(twice, bindings, "the memory of resident register x was lost");
    EXPECT_EQ(plans_[0].recoveries, 0) << "no run can use the device";
    // New memory brings the device back, and what was lost stays so.
    const ResidentMemory anew = machine_.allocate_resident(0, ElementType::i32, kLength);
    EXPECT_EQ(plans_[0].recoveries, 1);
    EXPECT_TRUE(memory.lost());
    EXPECT_FALSE(anew.lost());
    expect_lost(twice, bindings, "the memory of resident register x was lost");
    EXPECT_TRUE(machine_.available(0));
    machine_.run(filled(machine_.target(), 0, 6), Bindings{}.resident("x", anew));
    machine_.run(twice, Bindings{}.resident("x", anew).matrix("X", x_.data(), kLength));
    EXPECT_EQ(x_, std::vector<std::int32_t>(kLength, 12));
    EXPECT_EQ(plans_[0].recoveries, 1);
}

TEST_F(ResidentsOfALostDevice, CannotBeHadWhileTheDriverRefuses) {
    plans_[0].position = 0;
    const ResidentMemory memory = machine_.allocate_resident(0, ElementType::i32, kLength);
    expect_lost(filled(machine_.target(), 0, 5), Bindings{}.resident("x", memory), "a planned fault");
    const Error error = test::expect_error(
        ErrorCode::device_lost, {}, [&] { return machine_.allocate_resident(0, ElementType::i32, kLength); });
    EXPECT_EQ(error.context().device, machine_.target().devices[0].name);
}

}  // namespace
}  // namespace hg
