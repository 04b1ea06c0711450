#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/expected_error.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/tile_programs.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::on_host;

std::shared_ptr<Instruction> changed_fill(const std::string& name) {
    return test::variant(test::fill<std::int32_t>(), name);
}

class Failures : public ::testing::Test {
  protected:
    /// X = 7 on every device in many commands, with `instruction` (a fill) run on device 0 in the middle.
    Program program_with(const InstructionPtr& instruction) const {
        ProgramBuilder b(machine_.target());
        const auto devices = static_cast<std::int64_t>(machine_.device_count());
        const ParameterId x = b.matrix("X", ElementType::i32, 16, 16 * 10 * devices);
        for (std::int64_t t = 0; t < 10 * devices; ++t)
            test::update_tile(b, static_cast<DeviceIndex>(t % devices), {x, 0, 16 * t, 16, 16},
                              t == 5 * devices ? instruction : test_fill_, {7.0});
        b.barrier("end");
        return std::move(b).finish();
    }

    std::vector<std::int32_t> run(const Program& program) {
        std::vector<std::int32_t> data(16 * 16 * 10 * machine_.device_count(), 1);
        machine_.run(program, Bindings{}.matrix("X", data.data(), 16));
        return data;
    }

    Error failure_of(const Program& program) {
        try {
            run(program);
        } catch (const Error& error) {
            expect_usable();
            return error;
        }
        ADD_FAILURE() << "nothing was thrown";
        return Error(ErrorCode::internal, "");
    }

    void expect_usable() {
        for (std::int32_t value : run(program_with(test_fill_other_))) ASSERT_EQ(value, 7);
    }

    Machine machine_{test::test_options()};
    InstructionPtr test_fill_ = test::fill<std::int32_t>();
    InstructionPtr test_fill_other_ = changed_fill("fill_other");
};

TEST_F(Failures, AnInstructionThatThrowsOnTheHost) {
    if (!on_host()) GTEST_SKIP() << "kernels throw nothing";
    auto throwing = changed_fill("throwing");
    throwing->host = [](const HostCall&) { throw std::runtime_error("the sky fell"); };
    const Error error = failure_of(program_with(throwing));
    EXPECT_EQ(error.code(), ErrorCode::device_failed);
    EXPECT_NE(error.message().find("throwing"), std::string::npos);
    EXPECT_NE(error.message().find("the sky fell"), std::string::npos);
    EXPECT_EQ(error.context().device, machine_.target().devices[0].name);
    EXPECT_NE(error.context().command.find("EXEC throwing"), std::string::npos) << error.context().command;
}

TEST_F(Failures, AnErrorOfHgPassesThrough) {
    if (!on_host()) GTEST_SKIP() << "kernels throw nothing";
    auto throwing = changed_fill("throwing");
    throwing->host = [](const HostCall&) { throw Error(ErrorCode::out_of_memory, "no workspace"); };
    const Error error = failure_of(program_with(throwing));
    EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
    EXPECT_EQ(error.message(), "no workspace");
}

TEST_F(Failures, SomethingThrownThatIsNoException) {
    if (!on_host()) GTEST_SKIP() << "kernels throw nothing";
    auto throwing = changed_fill("throwing");
    throwing->host = [](const HostCall&) { throw 42; };
    EXPECT_EQ(failure_of(program_with(throwing)).code(), ErrorCode::device_failed);
}

TEST_F(Failures, AnInstructionForOtherDevicesOnly) {
    auto elsewhere = changed_fill("elsewhere");
    if (on_host())
        elsewhere->host = nullptr;
    else
        elsewhere->source.clear();
    const Error error = failure_of(program_with(elsewhere));
    EXPECT_EQ(error.code(), ErrorCode::device_failed);
    EXPECT_NE(error.message().find("elsewhere"), std::string::npos);
}

TEST_F(Failures, AKernelThatDoesNotCompile) {
    if (on_host()) GTEST_SKIP() << "the host device compiles nothing";
    auto broken = changed_fill("broken");
    broken->source =
        "kernel void run(global int* y, long first, int m, int n, int ld, int a) { y[0] = missing_name; }";
    const Error error = failure_of(program_with(broken));
    EXPECT_EQ(error.code(), ErrorCode::build_failed);
    EXPECT_NE(error.context().build_log.find("missing_name"), std::string::npos) << error.context().build_log;
    EXPECT_NE(error.message().find("broken"), std::string::npos);
    EXPECT_EQ(error.context().device, machine_.target().devices[0].name);
    EXPECT_FALSE(error.context().opencl_error.empty());
}

TEST_F(Failures, AKernelThatIsNotInItsSource) {
    if (on_host()) GTEST_SKIP() << "the host device compiles nothing";
    auto nameless = changed_fill("nameless");
    nameless->entry = "walk";
    const Error error = failure_of(program_with(nameless));
    EXPECT_EQ(error.context().opencl_error, "CL_INVALID_KERNEL_NAME");
    EXPECT_NE(error.message().find("walk"), std::string::npos) << error.message();
}

TEST_F(Failures, AKernelOfAnotherSignature) {
    if (on_host()) GTEST_SKIP() << "the host device has no kernels";
    auto short_one = changed_fill("short");
    short_one->source = "kernel void run(global int* y, int m, int n) { y[0] = m; }";
    const Error error = failure_of(program_with(short_one));
    EXPECT_EQ(error.code(), ErrorCode::build_failed);
    EXPECT_NE(error.message().find("takes 3 arguments"), std::string::npos) << error.message();
}

TEST_F(Failures, AKernelWithAnArgumentOfAnotherType) {
    if (on_host()) GTEST_SKIP() << "the host device has no kernels";
    const auto message_of = [&](const std::string& arguments) {
        auto other = changed_fill("other");
        other->source = "kernel void run(" + arguments + ") { y[0] = 1; }";
        other->build_options = "-cl-kernel-arg-info";
        const Error error = failure_of(program_with(other));
        EXPECT_EQ(error.code(), ErrorCode::build_failed);
        return error.message();
    };
    using testing::HasSubstr;
    EXPECT_THAT(
        message_of("global int* y, long first, int m, int n, float ld, int a"),
        HasSubstr("argument 5 (ld) of kernel run of instruction other is float, not int (ld of operand "));
    EXPECT_THAT(
        message_of("global float* y, long first, int m, int n, int ld, int a"),
        HasSubstr(
            "argument 1 (y) of kernel run of instruction other is float*, not int* (elements of operand "));
    EXPECT_THAT(message_of("global int* y, long first, int m, int n, int ld, double a"),
                HasSubstr("argument 6 (a) of kernel run of instruction other is double, not int (scalar "));
    EXPECT_THAT(message_of("global int* y, long first, int m, int n, int ld, int2 a"),
                HasSubstr("argument 6 (a) of kernel run of instruction other is int2, not int (scalar "));
}

TEST_F(Failures, AKernelWithARealNumberForAComplexOne) {
    if (on_host()) GTEST_SKIP() << "the host device has no kernels";
    const auto message_of = [&](const std::string& scalar) {
        auto other = changed_fill("other");
        other->scalars.front().type = ElementType::c32;
        other->source =
            "kernel void run(global int* y, long first, int m, int n, int ld, " + scalar + ") { y[0] = 1; }";
        other->build_options = "-cl-kernel-arg-info";
        return failure_of(program_with(other)).message();
    };
    using testing::HasSubstr;
    EXPECT_THAT(message_of("float a"), HasSubstr("is float, not float2 (scalar "));
    EXPECT_THAT(message_of("double2 a"), HasSubstr("is double2, not float2 (scalar "));
}

TEST_F(Failures, AWorkGroupThatIsTooLarge) {
    if (on_host()) GTEST_SKIP() << "the host device has no work-groups";
    const auto items = static_cast<std::size_t>(machine_.device(0).max_work_group);
    for (const auto& local : {std::array<std::size_t, 3>{2 * items, 1, 1}, {items, 2, 1}, {4, 0, 0}}) {
        auto large = changed_fill("large");
        large->geometry = [=](const ExecShape&) { return Geometry{{4 * items, 4, 1}, local}; };
        const Error error = failure_of(program_with(large));
        EXPECT_EQ(error.code(), ErrorCode::device_failed);
        EXPECT_NE(error.message().find("work-groups"), std::string::npos) << error.message();
        EXPECT_NE(error.context().command.find("EXEC large"), std::string::npos) << error.context().command;
    }
}

TEST_F(Failures, AKernelThatNeedsWhatTheDeviceLacks) {
    if (on_host()) GTEST_SKIP() << "the host device runs host implementations, whatever a kernel needs";
    const DeviceTraits& traits = machine_.device(0).traits;
    const auto lacking = [&](const KernelNeeds& needs) {
        auto demanding = changed_fill("demanding");
        demanding->needs = needs;
        demanding->source = "this does not compile";  // and need not: it is refused before that
        const Error error = failure_of(program_with(demanding));
        EXPECT_EQ(error.code(), ErrorCode::device_failed);
        EXPECT_EQ(error.context().device, machine_.target().devices[0].name);
        return error.message();
    };
    EXPECT_EQ(lacking({.local_memory = traits.local_memory + 1}),
              "instruction demanding takes " + std::to_string(traits.local_memory + 1) +
                  " bytes of local memory, the device has " + std::to_string(traits.local_memory));
    EXPECT_EQ(lacking({.work_group = traits.max_work_group + 1}),
              "instruction demanding takes work-groups of " + std::to_string(traits.max_work_group + 1) +
                  " work-items, the device runs at most " + std::to_string(traits.max_work_group));
    if (traits.nvidia_capability == 0) {
        EXPECT_EQ(lacking({.nvidia_capability = 80}), "instruction demanding needs compute capability 8.0; " +
                                                          traits.product + " is no NVIDIA device");
    }
}

TEST_F(Failures, AKernelThatIsReadyButNeedsMoreThanAnotherAtItsPlace) {
    if (on_host()) GTEST_SKIP() << "the host device runs host implementations, whatever a kernel needs";
    auto fill = changed_fill("fill_once");
    run(program_with(fill));
    fill->needs.local_memory = machine_.device(0).traits.local_memory + 1;
    EXPECT_EQ(failure_of(program_with(fill)).code(), ErrorCode::device_failed);
}

TEST_F(Failures, AGeometryThatThrows) {
    if (on_host()) GTEST_SKIP() << "the host device needs no geometry";
    auto lost = changed_fill("lost");
    lost->geometry = [](const ExecShape&) -> Geometry {
        throw Error(ErrorCode::invalid_program, "no such shape");
    };
    EXPECT_EQ(failure_of(program_with(lost)).code(), ErrorCode::invalid_program);
}

/// The second EXEC does not wait for the first one on the host: the device runs them in order.
TEST_F(Failures, OfOneExecKeepBackWhatFollowsIt) {
    if (on_host()) GTEST_SKIP() << "the host device needs no geometry";
    auto refused = changed_fill("refused");
    refused->geometry = [](const ExecShape&) -> Geometry {
        throw Error(ErrorCode::device_failed, "not here");
    };
    auto next = changed_fill("next");
    std::atomic<int> launched{0};
    next->geometry = [&launched, as_ever = next->geometry](const ExecShape& shape) {
        ++launched;
        return as_ever(shape);
    };
    ProgramBuilder b(machine_.target());
    const ParameterId x = b.matrix("X", ElementType::i32, 16, 16);
    const RegisterId r = b.reg(0, ElementType::i32, 16, 16);
    b.load(r, {x, 0, 0, 16, 16});
    b.exec(refused, {r}, {5.0});
    b.exec(next, {r}, {7.0});
    b.store({x, 0, 0, 16, 16}, r);
    const Program program = std::move(b).finish();
    for (int attempt = 0; attempt < 100; ++attempt) {
        std::vector<std::int32_t> data(std::size_t{16} * 16, 1);
        EXPECT_THROW(machine_.run(program, Bindings{}.matrix("X", data.data(), 16)), Error);
        ASSERT_THAT(data, testing::Each(1)) << "attempt " << attempt;
    }
    EXPECT_EQ(launched, 0);
}

TEST_F(Failures, AProgramForMoreDevices) {
    Target larger = machine_.target();
    larger.devices.push_back(larger.devices.front());
    ProgramBuilder b(larger);
    const auto last = static_cast<DeviceIndex>(larger.devices.size() - 1);
    b.exec(test_fill_, {b.reg(last, ElementType::i32, 1, 1)}, {1.0});
    test::expect_error(ErrorCode::invalid_argument, {},
                       [&] { return machine_.run(std::move(b).finish(), {}); });
    // A larger target whose further devices are not used is fine.
    ProgramBuilder unused(larger);
    unused.exec(test_fill_, {unused.reg(0, ElementType::i32, 1, 1)}, {1.0});
    machine_.run(std::move(unused).finish(), {});
}

TEST_F(Failures, AProgramForLargerDevices) {
    MachineOptions options = test::test_options();
    options.memory_limit = 4096;
    Machine small(options);
    Target larger = small.target();
    larger.devices[0].memory = larger.devices[0].largest_slot = 1 << 20;
    ProgramBuilder b(larger);
    b.exec(test_fill_, {b.reg(0, ElementType::i32, 64, 64)}, {1.0});
    const Program program = std::move(b).finish();
    for (const auto& attempt : {+[](Machine&m, const Program&p) { m.run(p, {}); },
                                +[](Machine&m, const Program&p) { m.prepare(p); }}) {
        test::expect_error(ErrorCode::out_of_memory, {"16384", "4096"},
                           [&] { return attempt(small, program); });
    }
}

TEST_F(Failures, PinnedMemoryOfNegativeSize) {
    EXPECT_THROW(static_cast<void>(machine_.allocate_pinned(-1)), Error);
}

TEST(Machine, NeedsADevice) {
    EXPECT_THROW(Machine(std::vector<std::unique_ptr<Device>>{}), Error);
}

}  // namespace
}  // namespace hg
