// Products in parts that leave room for kernels of the other queue.
#include <gtest/gtest.h>

#include <vector>

#include "support/fast_gpus.hpp"
#include "support/gemm_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using test::Matrix;

constexpr std::int64_t kM = 300, kN = 420, kK = 96;

struct Ops {
    Op a = Op::none;
    Op b = Op::none;
};

Matrix<double> random_matrix(std::int64_t rows, std::int64_t cols, unsigned seed) {
    return Matrix<double>(Layout::col_major, rows, cols, 0, seed);
}

Matrix<double> operand(Op op, std::int64_t rows, std::int64_t cols, unsigned seed) {
    return op == Op::none ? random_matrix(rows, cols, seed) : random_matrix(cols, rows, seed);
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

    static Program program(const Ops& ops, Arithmetic arithmetic, RoomBeside& room) {
        const Target device = target();
        ProgramBuilder builder(device);
        const auto loaded = [&](const char* name, std::int64_t rows, std::int64_t cols) {
            const ParameterId parameter = builder.matrix(name, ElementType::f64, rows, cols);
            const RegisterId reg =
                builder.reg(0, ElementType::f64, rows, cols, padded_ld(rows, ElementType::f64));
            builder.load(reg, {parameter, 0, 0, rows, cols});
            return reg;
        };
        const RegisterId A = ops.a == Op::none ? loaded("A", kM, kK) : loaded("A", kK, kM);
        const RegisterId B = ops.b == Op::none ? loaded("B", kK, kN) : loaded("B", kN, kK);
        const RegisterId C = loaded("C", kM, kN);
        const RegisterProduct product(kernels::Database::shipped(), device.devices[0], ElementType::f64,
                                      arithmetic, ops.a, ops.b, kM, kN, kK);
        product.undivided().append_beside(builder, room, -1.0, A, B, 0.5, C);
        builder.store({static_cast<ParameterId>(2), 0, 0, kM, kN}, C);
        Program made = std::move(builder).finish();
        verify(made);
        return made;
    }

    static Matrix<double> result(const Program& program, const Ops& ops) {
        static Machine machine(test::first_test_devices(1));
        const Matrix<double> A = operand(ops.a, kM, kK, 1), B = operand(ops.b, kK, kN, 2);
        Matrix<double> C = random_matrix(kM, kN, 3);
        machine.run(program, Bindings{}
                                 .matrix("A", A.data.data(), A.ld)
                                 .matrix("B", B.data.data(), B.ld)
                                 .matrix("C", C.data.data(), C.ld));
        return C;
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
    for (const Ops& ops : {Ops{}, {Op::trans, Op::none}, {Op::none, Op::trans}, {Op::trans, Op::trans}})
        for (const Arithmetic arithmetic : {Arithmetic::native, Arithmetic::emulated}) {
            // Of emulated products each operand is made residues by itself: both ways of each.
            if (arithmetic == Arithmetic::emulated && ops.a == ops.b) continue;
            RoomBeside none, some{1, 3};
            const Program whole = program(ops, arithmetic, none);
            const Program parts = program(ops, arithmetic, some);
            EXPECT_EQ(result(parts, ops).data, result(whole, ops).data);
        }
}

TEST_F(ProductBeside, NoPartHasMoreGroupsThanThereIsRoomFor) {
    RoomBeside none, some{1, 3};
    const std::vector<std::int64_t> whole = elements_of_products(program({}, Arithmetic::native, none));
    EXPECT_EQ(whole, std::vector<std::int64_t>{kM * kN});
    const Program parts = program({}, Arithmetic::native, some);
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
    const std::vector<std::int64_t> parts = elements_of_products(program({}, Arithmetic::native, room));
    EXPECT_LE(room.seconds, 0);
    ASSERT_GE(parts.size(), 2U);
    EXPECT_LE(parts.size(), 3U);  // one part, what is below it, what is right of it
}

}  // namespace
}  // namespace hg
