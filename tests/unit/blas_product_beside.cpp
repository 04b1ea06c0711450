// Products in parts that leave room for kernels of the other queue.
#include <gtest/gtest.h>

#include <vector>

#include "support/fast_gpus.hpp"
#include "support/gemm_registers.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

constexpr std::int64_t kM = 300, kN = 420, kK = 96;

/// C := 0.5 C - op(A) op(B).
test::GemmSample<double> with_ops(Op a, Op b) {
    return {.op_a = a, .op_b = b, .m = kM, .n = kN, .k = kK};
}

/// C := 0.5 C - op(A) op(B) on one device that looks like a GPU, with some room for others.
class ProductBeside : public testing::Test {
  protected:
    static Target target() {
        Target target = test::fast_gpus(1);
        target.devices[0].memory = std::int64_t{1} << 30;
        target.devices[0].largest_slot = std::int64_t{1} << 28;
        return target;
    }

    static Program program(const test::GemmSample<double>& s, Arithmetic arithmetic, RoomBeside& room) {
        const Target device = target();
        const RegisterProduct product(kernels::Database::shipped(), device.devices[0], ElementType::f64,
                                      arithmetic, s.op_a, s.op_b, kM, kN, kK);
        return test::program_in_registers(device, s, true, [&](auto& builder, auto A, auto B, auto C) {
            product.undivided().append_beside(builder, room, -1.0, A, B, 0.5, C);
        });
    }

    static std::vector<double> result(const Program& program, const test::GemmSample<double>& s) {
        static Machine machine(test::first_test_devices(1));
        return test::run_in_registers(machine, program, s.make_a(), s.make_b(), s.make_c()).data;
    }

    static std::vector<std::int64_t> elements_of_products(const Program& program) {
        std::vector<std::int64_t> elements;
        for (const CommandId id : program.queue({0, QueueKind::exec})) {
            if (!program.instruction(id).name.starts_with("gemm")) continue;
            const Register& c = program.reg(program.operands(id)[2]);
            elements.push_back(c.rows * c.cols);
        }
        return elements;
    }
};

TEST_F(ProductBeside, PartsHaveTheSameBitsAsTheWhole) {
    for (const Op a : {Op::none, Op::trans})
        for (const Op b : {Op::none, Op::trans})
            for (const Arithmetic arithmetic : {Arithmetic::native, Arithmetic::emulated}) {
                // Of emulated products each operand is made residues by itself: both ways of each.
                if (arithmetic == Arithmetic::emulated && a == b) continue;
                RoomBeside none, some{1, 3};
                const auto s = with_ops(a, b);
                const Program whole = program(s, arithmetic, none);
                const Program parts = program(s, arithmetic, some);
                EXPECT_EQ(result(parts, s), result(whole, s));
            }
}

TEST_F(ProductBeside, NoPartHasMoreGroupsThanThereIsRoomFor) {
    RoomBeside none, some{1, 3};
    const std::vector<std::int64_t> whole =
        elements_of_products(program(with_ops(Op::none, Op::none), Arithmetic::native, none));
    EXPECT_EQ(whole, std::vector<std::int64_t>{kM * kN});
    const Program parts = program(with_ops(Op::none, Op::none), Arithmetic::native, some);
    std::int64_t sum = 0;
    for (const CommandId id : parts.queue({0, QueueKind::exec})) {
        const Geometry items = parts.instruction(id).geometry(parts.exec_operands(id).shape());
        EXPECT_LE(items.global[0] / items.local[0] * (items.global[1] / items.local[1]), 3U);
    }
    for (const std::int64_t elements : elements_of_products(parts)) sum += elements;
    EXPECT_EQ(sum, kM * kN);
    EXPECT_LT(some.seconds, 1);
}

TEST_F(ProductBeside, WhatIsLeftWhenTheRoomIsNoLongerNeededIsWhole) {
    RoomBeside room{1e-9, 3};
    const std::vector<std::int64_t> parts =
        elements_of_products(program(with_ops(Op::none, Op::none), Arithmetic::native, room));
    EXPECT_LE(room.seconds, 0);
    ASSERT_GE(parts.size(), 2U);
    EXPECT_LE(parts.size(), 3U);  // one part, what is below it, what is right of it
}

}  // namespace
}  // namespace hg
