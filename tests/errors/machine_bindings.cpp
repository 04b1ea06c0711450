#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/expected_error.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::int64_t kRows = 4;
constexpr std::int64_t kCols = 3;

/// C = alpha A + C with 4x3 matrices of i32.
class WrongBindings : public ::testing::Test {
  protected:
    Program make_program() {
        ProgramBuilder b(machine_.target());
        const ParameterId a = b.matrix("A", ElementType::i32, kRows, kCols);
        const ParameterId c = b.matrix("C", ElementType::i32, kRows, kCols);
        const RegisterId x = b.reg(0, ElementType::i32, kRows, kCols);
        const RegisterId y = b.reg(0, ElementType::i32, kRows, kCols);
        b.load(x, {a, 0, 0, kRows, kCols});
        b.load(y, {c, 0, 0, kRows, kCols});
        b.exec(test::axpy<std::int32_t>(), {x, y}, {b.scalar("alpha")});
        b.store({c, 0, 0, kRows, kCols}, y);
        return std::move(b).finish();
    }

    Bindings right() {
        return Bindings{}.matrix("A", a_.data(), kRows).matrix("C", c_.data(), kRows).scalar("alpha", 2);
    }

    void expect_refused(const Bindings& bindings, const std::string& parameter, const std::string& reason) {
        const Error error = test::expect_error(ErrorCode::invalid_argument, {parameter, reason},
                                               [&] { return machine_.run(program_, bindings); });
        EXPECT_EQ(error.context().argument_name, parameter);
        EXPECT_EQ(c_, std::vector<std::int32_t>(12, 1));
    }

    Machine machine_{test::test_options()};
    Program program_ = make_program();
    std::vector<std::int32_t> a_ = std::vector<std::int32_t>(12, 1);
    std::vector<std::int32_t> c_ = std::vector<std::int32_t>(12, 1);
};

TEST_F(WrongBindings, RightOnesAreTaken) {
    machine_.run(program_, right());
    EXPECT_EQ(c_, std::vector<std::int32_t>(12, 3));
}

TEST_F(WrongBindings, MissingMatrix) {
    expect_refused(Bindings{}.matrix("A", a_.data(), kRows).scalar("alpha", 2), "C", "not bound");
}

TEST_F(WrongBindings, MissingScalar) {
    expect_refused(Bindings{}.matrix("A", a_.data(), kRows).matrix("C", c_.data(), kRows), "alpha",
                   "not bound");
}

TEST_F(WrongBindings, UnknownMatrix) {
    expect_refused(right().matrix("B", a_.data(), kRows), "B", "no matrix called B");
}

TEST_F(WrongBindings, UnknownScalar) {
    expect_refused(right().scalar("beta", 1), "beta", "no scalar called beta");
}

TEST_F(WrongBindings, ComplexScalarForARealInstruction) {
    expect_refused(right().scalar("alpha", std::complex<float>(2, -1)), "alpha", "is real (i32), not (2,-1)");
}

TEST_F(WrongBindings, IntegersOfMoreThan32Bits) {
    for (const double number : {2147483648.0, -2147483649.0, 1e300, std::numeric_limits<double>::quiet_NaN()})
        expect_refused(right().scalar("alpha", number), "alpha", "an integer of 32 bits");
    machine_.run(program_, right().scalar("alpha", -2147483648.0));
}

/// An instruction may demand of an integer what depends on shapes: it is asked again when the integer is
/// known.
TEST_F(WrongBindings, IntegersThatDoNotFitTheOperands) {
    auto axpy = std::make_shared<Instruction>(*test::axpy<std::int32_t>());
    axpy->check = [](const ExecShape& shape) {
        if (shape.scalars[0].real >= static_cast<double>(shape.registers[0].rows))
            throw Error(ErrorCode::invalid_program, "a must be below the rows of X");
    };
    ProgramBuilder b(machine_.target());
    const ParameterId c = b.matrix("C", ElementType::i32, kRows, kCols);
    const RegisterId x = b.reg(0, ElementType::i32, kRows, kCols);
    const RegisterId y = b.reg(0, ElementType::i32, kRows, kCols);
    b.load(x, {c, 0, 0, kRows, kCols});
    b.load(y, {c, 0, 0, kRows, kCols});
    b.exec(axpy, {x, y}, {b.scalar("alpha")});
    b.store({c, 0, 0, kRows, kCols}, y);
    program_ = std::move(b).finish();
    const Bindings fits = Bindings{}.matrix("C", c_.data(), kRows).scalar("alpha", 3);
    expect_refused(Bindings(fits).scalar("alpha", 4), "alpha", "below the rows of X");
    machine_.run(program_, fits);
    EXPECT_EQ(c_, std::vector<std::int32_t>(12, 4));
}

TEST_F(WrongBindings, ComplexScalarWithoutAnImaginaryPartIsTaken) {
    machine_.run(program_, right().scalar("alpha", std::complex<double>(2, 0)));
    EXPECT_EQ(c_, std::vector<std::int32_t>(12, 3));
}

TEST_F(WrongBindings, OtherType) {
    std::vector<float> wrong(12);
    expect_refused(right().matrix("A", wrong.data(), kRows), "A", "f32");
}

TEST_F(WrongBindings, LeadingDimensionTooSmall) {
    expect_refused(right().matrix("C", c_.data(), kRows - 1), "C", "leading dimension");
    expect_refused(right().matrix("C", c_.data(), 0), "C", "leading dimension");
    expect_refused(right().matrix("C", c_.data(), -4), "C", "leading dimension");
}

TEST_F(WrongBindings, LeadingDimensionBeyondAllMemory) {
    expect_refused(right().matrix("A", a_.data(), std::numeric_limits<std::int64_t>::max() / 2), "A",
                   "leading dimension");
}

TEST_F(WrongBindings, NullPointer) {
    expect_refused(right().matrix("A", static_cast<const std::int32_t*>(nullptr), kRows), "A", "null");
}

TEST_F(WrongBindings, WrittenMatrixBoundToConst) {
    expect_refused(right().matrix("C", static_cast<const std::int32_t*>(c_.data()), kRows), "C", "const");
}

TEST_F(WrongBindings, ReadMatrixBoundToConstIsFine) {
    machine_.run(program_, right().matrix("A", static_cast<const std::int32_t*>(a_.data()), kRows));
    EXPECT_EQ(c_, std::vector<std::int32_t>(12, 3));
}

}  // namespace
}  // namespace hg
