#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/in_threads.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/tile_programs.hpp"

namespace hg {
namespace {

using test::axpy_program;
using test::some_device;
using test::test_options;

void expect_axpy(Machine& machine, const Program& program, std::int64_t n, std::int64_t tiles,
                 std::int32_t alpha) {
    const auto count = static_cast<std::size_t>(n * n * tiles);
    std::vector<std::int32_t> a(count);
    std::vector<std::int32_t> c(count);
    std::vector<std::int32_t> expected(count);
    for (std::size_t i = 0; i < count; ++i) {
        a[i] = static_cast<std::int32_t>(i % 1000);
        c[i] = static_cast<std::int32_t>(i % 77);
        expected[i] = alpha * a[i] + c[i];
    }
    machine.run(program, Bindings{}.matrix("A", a.data(), n).matrix("C", c.data(), n).scalar("alpha", alpha));
    EXPECT_TRUE(c == expected);
}

TEST(Run, UsesTheBackEndThatIsAskedFor) {
    Machine machine(test_options());
    EXPECT_EQ(machine.device(0).is_host, test::on_host());

    // Kernel and host implementation differ, so the result tells which of them ran.
    const auto telling = test::variant(test::fill<std::int32_t>(), "telling", [](const HostCall& call) {
        call.operands[0].as<std::int32_t>()[0] = 1;
    });
    telling->scalars.clear();
    telling->source = "kernel void run(global int* y, long first, int m, int n, int ld) { y[0] = 2; }";
    ProgramBuilder b(machine.target());
    const ParameterId y = b.matrix("Y", ElementType::i32, 1, 1);
    const RegisterId r = b.reg(0, ElementType::i32, 1, 1);
    b.exec(telling, {r});
    b.store({y, 0, 0, 1, 1}, r);
    std::int32_t result = 0;
    machine.run(std::move(b).finish(), Bindings{}.matrix("Y", &result, 1));
    EXPECT_EQ(result, test::on_host() ? 1 : 2);
}

TEST(Run, TakesOtherPointersAndScalarsEachTime) {
    Machine machine(test_options());
    const Program program = axpy_program(machine, 33, 7);
    for (std::int32_t alpha = -3; alpha < 4; ++alpha) expect_axpy(machine, program, 33, 7, alpha);
}

TEST(Run, TakesTurnsWithProgramsOfOtherSizes) {
    Machine machine(test_options());
    const Program small = axpy_program(machine, 9, 3);
    const Program large = axpy_program(machine, 64, 4);
    for (int round = 0; round < 3; ++round) {
        expect_axpy(machine, small, 9, 3, 2);
        expect_axpy(machine, large, 64, 4, 5);
        if (round == 1) machine.trim();
    }
}

TEST(Run, NeedsNoPreparationButTakesIt) {
    Machine machine(test_options());
    const Program program = axpy_program(machine, 16, 2);
    machine.prepare(program);
    expect_axpy(machine, program, 16, 2, 7);
}

TEST(Run, ServesFourThreadsAtOnce) {
    Machine machine(test_options());
    const Program first = axpy_program(machine, 24, 6);
    const Program second = axpy_program(machine, 31, 3);
    test::in_threads(4, [&](int t) {
        for (int round = 0; round < 10; ++round) {
            if ((t + round) % 2 == 0)
                expect_axpy(machine, first, 24, 6, t + round);
            else
                expect_axpy(machine, second, 31, 3, t - round);
        }
    });
}

TEST(Run, AnEmptyProgramEnds) {
    Machine machine(test_options());
    machine.run(ProgramBuilder(machine.target()).finish(), Bindings{});
}

TEST(Run, EmptyMatricesNeedNoMemory) {
    Machine machine(test_options());
    ProgramBuilder b(machine.target());
    b.matrix("A", ElementType::f64, 0, 5);
    machine.run(std::move(b).finish(), Bindings{}.matrix("A", static_cast<double*>(nullptr), 1));
}

constexpr std::int32_t kSlowSteps = 20000;

/// x = x + kSlowSteps a, a work-group an element, so slowly that launches overlap where they may.
InstructionPtr slow_sum() {
    const auto slow = test::variant(test::scale<std::int32_t>(), "slow_sum", [](const HostCall& call) {
        const HostOperand& x = call.operands[0];
        for (std::int64_t j = 0; j < x.cols; ++j)
            x.as<std::int32_t>()[j * x.ld] += kSlowSteps * call.scalars[0].as<std::int32_t>();
    });
    slow->source =
        test::detail::kernel_source("global volatile T* x, long first, int m, int n, int ld, T a, T b",
                                    "for (int s = 0; s < STEPS; ++s) x[first + i + j * ld] += a;");
    slow->build_options += " -DSTEPS=" + std::to_string(kSlowSteps);
    slow->geometry = [](const ExecShape& shape) {
        const Register& x = shape.registers[0];
        return Geometry{{static_cast<std::size_t>(x.rows), static_cast<std::size_t>(x.cols), 1}, {1, 1, 1}};
    };
    return slow;
}

TEST(Run, ComputesWithOneKernelInManySizesOnAllDevicesAtOnce) {
    Machine machine(test_options());
    const InstructionPtr slow = slow_sum();
    constexpr std::int64_t kLargest = 40;
    const auto devices = static_cast<DeviceIndex>(machine.device_count());
    ProgramBuilder b(machine.target());
    const ParameterId x = b.matrix("X", ElementType::i32, 1, kLargest * devices);
    std::vector<RegisterId> registers;
    for (DeviceIndex d = 0; d < devices; ++d) {
        registers.push_back(b.reg(d, ElementType::i32, 1, kLargest));
        b.load(registers.back(), {x, 0, d * kLargest, 1, kLargest});
    }
    for (std::int64_t cols = 1; cols <= kLargest; ++cols)
        for (const RegisterId r : registers) b.exec(slow, {b.window(r, 0, 0, 1, cols)}, {1.0, 0.0});
    for (DeviceIndex d = 0; d < devices; ++d)
        b.store({x, 0, d * kLargest, 1, kLargest}, registers[static_cast<std::size_t>(d)]);
    std::vector<std::int32_t> values(static_cast<std::size_t>(kLargest * devices), 0);
    machine.run(std::move(b).finish(), Bindings{}.matrix("X", values.data(), 1));
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(values[i], kSlowSteps * (kLargest - static_cast<std::int64_t>(i) % kLargest))
            << "element " << i;
}

/// Each step is one element's x -> 2 x + step, on alternating devices through the same host tile.
TEST(Run, DevicesThatShareAHostTileTakeTurns) {
    Machine machine(test_options());
    ProgramBuilder b(machine.target());
    const ParameterId x = b.matrix("X", ElementType::i32, 40, 40);
    const InstructionPtr scale = test::scale<std::int32_t>();
    constexpr int kSteps = 24;
    std::uint32_t expected = 1;
    for (int step = 0; step < kSteps; ++step) {
        test::update_tile(b, some_device(machine, static_cast<std::size_t>(step % 3)), {x, 0, 0, 40, 40},
                          scale, {2.0, static_cast<double>(step)});
        expected = 2 * expected + static_cast<std::uint32_t>(step);
    }
    const Program program = std::move(b).finish();
    for (int round = 0; round < 5; ++round) {
        std::vector<std::int32_t> data(1600, 1);
        machine.run(program, Bindings{}.matrix("X", data.data(), 40));
        for (std::int32_t value : data) ASSERT_EQ(static_cast<std::uint32_t>(value), expected);
    }
}

TEST(Run, MarksAndBarriersHoldTheirQueues) {
    Machine machine(test_options());
    ProgramBuilder b(machine.target());
    const ParameterId x = b.matrix("X", ElementType::i32, 8, 8);
    const ParameterId y = b.matrix("Y", ElementType::i32, 8, 8);
    const InstructionPtr fill = test::fill<std::int32_t>();
    const InstructionPtr scale = test::scale<std::int32_t>();
    const DeviceIndex last = some_device(machine, 2);
    const RegisterId r = b.reg(0, ElementType::i32, 8, 8);
    const RegisterId s = b.reg(last, ElementType::i32, 8, 8);
    const CommandId filled = b.exec(fill, {r}, {4.0});
    // A mark of any command, in each kind of queue, and commands that wait for it.
    for (QueueKind kind : kQueueKinds) {
        const CommandId mark = b.mark("filled", std::vector{filled}, {last, kind});
        b.exec(scale, {r}, {1.0, 1.0}, std::vector{mark});
    }
    b.store({x, 0, 0, 8, 8}, r);
    b.barrier("phase", {last, QueueKind::exec});
    b.barrier();
    b.load(s, {x, 0, 0, 8, 8});
    b.exec(scale, {s}, {10.0, 0.0});
    b.store({y, 0, 0, 8, 8}, s);
    b.barrier("end", {0, QueueKind::load});
    const Program program = std::move(b).finish();
    for (int round = 0; round < 20; ++round) {
        std::vector<std::int32_t> first(64, 0);
        std::vector<std::int32_t> second(64, 0);
        machine.run(program, Bindings{}.matrix("X", first.data(), 8).matrix("Y", second.data(), 8));
        for (std::int32_t value : first) ASSERT_EQ(value, 8);
        for (std::int32_t value : second) ASSERT_EQ(value, 80);
    }
}

TEST(Run, ScalarsReachTheInstructionInTheirTypes) {
    Machine machine(test_options());
    if (!machine.device(0).has_f64) GTEST_SKIP() << "no double precision";
    ProgramBuilder b(machine.target());
    const ParameterId f = b.matrix("F", ElementType::f32, 3, 3);
    const ParameterId d = b.matrix("D", ElementType::f64, 3, 3);
    const RegisterId rf = b.reg(0, ElementType::f32, 3, 3);
    const RegisterId rd = b.reg(0, ElementType::f64, 3, 3);
    b.exec(test::fill<float>(), {rf}, {b.scalar("v")});
    b.exec(test::fill<double>(), {rd}, {b.scalar("v")});
    b.exec(test::scale<double>(), {rd}, {0.5, 0.25});
    b.store({f, 0, 0, 3, 3}, rf);
    b.store({d, 0, 0, 3, 3}, rd);
    std::vector<float> single(9);
    std::vector<double> twice(9);
    machine.run(std::move(b).finish(),
                Bindings{}.matrix("F", single.data(), 3).matrix("D", twice.data(), 3).scalar("v", 0.1));
    for (float value : single) EXPECT_EQ(value, 0.1F);
    for (double value : twice) EXPECT_EQ(value, 0.5 * 0.1 + 0.25);
}

}  // namespace
}  // namespace hg
