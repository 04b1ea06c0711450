#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "blas/call/operands.hpp"
#include "blas/generated/arguments.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// C := alpha A B + beta C with A 3 x 5 and ld 4, B 5 x 2 and C 3 x 2 without gaps.
GemmArguments<double> product(double* memory, double alpha = 1) {
    return {Op::none, Op::none, 3, 2, 5, alpha, memory, 4, memory + 100, 5, 2, memory + 200, 3};
}

TEST(Operands, ArePlainDataInTheOrderOfTheCall) {
    std::vector<double> memory(300);
    const Operands operands(product(memory.data()));
    ASSERT_EQ(operands.all().size(), 3U);
    const CallOperand& A = operands.all()[0];
    EXPECT_EQ(A.name, "A");
    EXPECT_EQ(A.data, memory.data());
    EXPECT_EQ(A.ld, 4);
    EXPECT_EQ(A.rows, 3);
    EXPECT_EQ(A.cols, 5);
    EXPECT_EQ(A.type, ElementType::f64);
    EXPECT_FALSE(A.writes);
    const CallOperand& C = operands.output("C");
    EXPECT_EQ(C.data, memory.data() + 200);
    EXPECT_TRUE(C.writes);
    EXPECT_TRUE(operands.fit_cpu());
}

TEST(Operands, RegionsAreThoseOfWhatTheCallTouches) {
    std::vector<double> memory(300);
    const std::vector<HostRegion> all = Operands(product(memory.data())).regions();
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].column_bytes, 3 * 8);
    EXPECT_EQ(all[0].columns, 5);
    EXPECT_EQ(all[0].stride, 4 * 8);
    EXPECT_FALSE(all[0].writes);
    EXPECT_TRUE(all[2].writes);
    const std::vector<HostRegion> scaled = Operands(product(memory.data(), 0)).regions();
    ASSERT_EQ(scaled.size(), 1U) << "alpha = 0 reads neither A nor B";
    EXPECT_EQ(scaled[0].data, memory.data() + 200);
}

TEST(Operands, SayWhetherTheCpuTakesTheSizes) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    std::vector<double> memory(300);
    GemmArguments<double> call = product(memory.data());
    call.ldb = kMost;
    EXPECT_TRUE(cpu_takes(call));
    call.ldb = kMost + 1;
    EXPECT_FALSE(cpu_takes(call));
    call = product(memory.data());
    call.k = kMost + 1;
    EXPECT_FALSE(cpu_takes(call));
    GemvArguments<double> vectors{Op::none,      3, 2, 1, memory.data(), 3, memory.data(), -kMost, 1,
                                  memory.data(), 1};
    EXPECT_TRUE(cpu_takes(vectors));
    vectors.incx = -kMost - 1;
    EXPECT_FALSE(cpu_takes(vectors));
}

TEST(Operands, ArePinnedIfAllMatricesThatTheCallUsesAre) {
    Machine machine(test::test_options());
    const std::shared_ptr<PinnedMemory> pinned = machine.allocate_pinned(300 * 8);
    auto* const memory = reinterpret_cast<double*>(pinned->data());
    std::vector<double> pageable(300);

    Operands inside(product(memory));
    EXPECT_TRUE(inside.find_pinned(machine));
    EXPECT_TRUE(inside.all()[1].pinned);

    GemmArguments<double> call = product(memory);
    call.A = pageable.data();
    Operands outside(call);
    EXPECT_FALSE(outside.find_pinned(machine));
    EXPECT_FALSE(outside.all()[0].pinned);
    EXPECT_TRUE(outside.all()[2].pinned);
    Machine other(test::test_options());
    EXPECT_FALSE(inside.find_pinned(other)) << "another machine has pinned nothing";

    call.alpha = 0;
    EXPECT_TRUE(Operands(call).find_pinned(machine)) << "A is not used";
}

TEST(Operands, BindWhatAProgramTakes) {
    std::vector<std::complex<double>> memory(300);
    const Her2Arguments<std::complex<double>> call{
        Uplo::lower, 3, {2, 1}, memory.data(), 1, memory.data() + 100, 2, memory.data() + 200, 4};
    Target target;
    target.devices.emplace_back();
    ProgramBuilder builder(target);
    builder.matrix("A", ElementType::c64, 3, 3);
    builder.matrix("y", ElementType::c64, 1, 3);
    builder.matrix("sums", ElementType::c64, 3, 1);
    static_cast<void>(builder.scalar("conj_alpha"));
    const Bindings bindings = Operands(call).bindings(std::move(builder).finish());
    EXPECT_EQ(bindings.matrices().size(), 2U) << "sums are no argument";
    const BoundMatrix& y = bindings.matrices().at("y");
    EXPECT_EQ(y.data, memory.data() + 100);
    EXPECT_EQ(y.ld, 2);
    EXPECT_FALSE(y.writable);
    EXPECT_TRUE(bindings.matrices().at("A").writable);
    EXPECT_EQ(bindings.scalars().at("conj_alpha"), ScalarValue(2, -1));
}

/// A factorization with pivots.
struct Pivoted {
    double* A;
    std::int64_t* ipiv;

    template <class Self, class List>
    static void list(Self& c, List& list) {
        list.matrix("A", c.A, 3, Shape{3, 3});
        list.vector("ipiv", c.ipiv, 3);
    }
};

/// Programs leave pivots in a Workspace.
TEST(Operands, DoNotBindPivots) {
    std::vector<double> memory(9);
    std::vector<std::int64_t> ipiv(3);
    const Operands operands(Pivoted{memory.data(), ipiv.data()});
    ASSERT_EQ(operands.all().size(), 2U);
    EXPECT_TRUE(operands.all()[0].bound);
    EXPECT_FALSE(operands.all()[1].bound);
    EXPECT_EQ(operands.regions()[1].column_bytes, 3 * 8);
}

}  // namespace
}  // namespace hg
