// The instructions on single elements.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/elementwise/copy.hpp"
#include "kernels/elementwise/difference.hpp"
#include "kernels/elementwise/gather_columns.hpp"
#include "kernels/elementwise/identity.hpp"
#include "support/lu_runs.hpp"
#include <hg/kernels/scale.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

constexpr std::int64_t kLines = 37;  // no multiple of a piece
constexpr std::int64_t kColumns = 5;

template <class T>
class ElementwiseKernel : public test::MachineTest {
  protected:
    static constexpr ElementType kType = element_type_of<T>();

    /// Small integers, with an imaginary part if there can be one: products are exact.
    static std::vector<T> numbers() {
        std::vector<T> x;
        for (int i = 0; i < kLines * kColumns; ++i) x.push_back(ScalarValue(i % 17 - 8, i % 5 - 2).as<T>());
        return x;
    }

    /// X after `append` has had its way with a register that holds it, which has gaps between the columns.
    template <class Append>
    static std::vector<T> after(const Append& append, const ScalarValue& beta = {}) {
        ProgramBuilder builder(machine_->target());
        const HostTile x{builder.matrix("X", kType, kLines, kColumns), 0, 0, kLines, kColumns};
        const Scalar factor = builder.scalar("beta");
        const RegisterId r = builder.reg(0, kType, kLines, kColumns, kLines + 3);
        builder.load(r, x);
        builder.store(x, append(builder, r, factor));
        std::vector<T> elements = numbers();
        machine_->run(std::move(builder).finish(),
                      Bindings{}.matrix("X", elements.data(), kLines).scalar("beta", beta));
        return elements;
    }
};

using AllTypes = testing::Types<float, double, std::int32_t, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ElementwiseKernel, AllTypes);

TYPED_TEST(ElementwiseKernel, CopiesAllElements) {
    for (const std::int64_t ld : {kLines, kLines + 3, kLines + 11}) {
        const auto copied = this->after([&](ProgramBuilder& builder, RegisterId r, const Scalar&) {
            const RegisterId target = builder.reg(0, this->kType, kLines, kColumns, ld);
            builder.exec(copy(this->kType), {r, target});
            return target;
        });
        EXPECT_EQ(copied, this->numbers()) << ld;
    }
}

TYPED_TEST(ElementwiseKernel, ScalesByANumberOfTheType) {
    const auto scaled = this->after(
        [&](ProgramBuilder& builder, RegisterId r, const Scalar& beta) {
            builder.exec(scale(this->kType), {r}, {beta});
            return r;
        },
        is_complex(this->kType) ? ScalarValue(2, -3) : ScalarValue(2));
    auto wanted = this->numbers();
    for (auto& x : wanted) x *= ScalarValue(2, -3).as<TypeParam>();
    EXPECT_EQ(scaled, wanted);
}

TYPED_TEST(ElementwiseKernel, MakesZeros) {
    const auto zeros = this->after([&](ProgramBuilder& builder, RegisterId r, const Scalar&) {
        builder.exec(zero(this->kType), {r});
        return r;
    });
    EXPECT_EQ(zeros, std::vector<TypeParam>(kLines * kColumns));
}

/// Into a register that held NaN, with a gap between its columns there.
TYPED_TEST(ElementwiseKernel, MakesOnesOnTheDiagonalAlone) {
    if constexpr (!std::is_integral_v<TypeParam>) {
        for (const std::int64_t n : {1, 64, 130}) {
            Matrix<TypeParam> a(Layout::col_major, n, n, 0, 1);
            std::fill(a.data.begin(), a.data.end(),
                      TypeParam(std::numeric_limits<RealOf<TypeParam>>::quiet_NaN()));
            InstructionRun(*this->machine_, 3).in_out(a).run(identity(this->kType));
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < n; ++i)
                    ASSERT_EQ(a(i, j), TypeParam(i == j ? 1 : 0)) << i << ", " << j;
        }
    } else {
        EXPECT_THROW((void)identity(this->kType), Error);
    }
}

/// Columns that there are not become zeros, whatever stood in their place.
TYPED_TEST(ElementwiseKernel, GathersColumns) {
    using T = TypeParam;
    if constexpr (!std::is_integral_v<T>) {
        Matrix<T> source(Layout::col_major, 67, 4, 0, 1), target(Layout::col_major, 67, 6, 3, 2);
        for (std::size_t i = 0; i < source.data.size(); ++i) source.data[i] = T(static_cast<RealOf<T>>(i));
        std::fill(target.data.begin(), target.data.end(), T(std::numeric_limits<RealOf<T>>::quiet_NaN()));
        Matrix<std::int32_t> index(Layout::col_major, 6, 1, 0, 1);
        index.data = {3, 4, 0, 1000, 2, 3};
        InstructionRun(*this->machine_, 5)
            .in(index)
            .in(source)
            .in_out(target)
            .run(gather_columns(this->kType));
        for (std::int64_t j = 0; j < 6; ++j)
            for (std::int64_t i = 0; i < 67; ++i) {
                const std::int32_t column = index(j, 0);
                ASSERT_EQ(target(i, j), column < 4 ? source(i, column) : T{0}) << i << ", " << j;
            }
    } else {
        EXPECT_THROW((void)gather_columns(this->kType), Error);
    }
}

/// Every bit counts: NaN equals itself, and 0 is not -0.
TYPED_TEST(ElementwiseKernel, FindsEachBitThatDiffers) {
    using T = TypeParam;
    if constexpr (std::is_arithmetic_v<T>) {
        constexpr bool kFloats = std::is_floating_point_v<T>;
        Matrix<T> x(Layout::col_major, 70, 11, 0, 1);
        for (std::size_t i = 0; i < x.data.size(); ++i) x.data[i] = static_cast<T>(i) / 7;
        if constexpr (kFloats) x.data[3] = std::numeric_limits<T>::quiet_NaN();
        Matrix<T> y = x;
        const auto expect_found = [&](std::int32_t count, std::int32_t place) {
            Matrix<std::int32_t> found(Layout::col_major, 2, 1, 0, 1);
            found.data = {0, kNoPlace};
            InstructionRun(*this->machine_, 2)
                .in(x)
                .gap(5)
                .in(y)
                .gap(0)
                .in_out(found)
                .run(difference(this->kType));
            EXPECT_EQ(found.data, (std::vector{count, place}));
        };
        expect_found(0, kNoPlace);
        if constexpr (kFloats)
            y.data.back() = std::nextafter(y.data.back(), T{1e6});
        else
            ++y.data.back();
        expect_found(1, 70 * 11 - 1);
        y.data[0] = kFloats ? -y.data[0] : T{9};
        expect_found(2, 0);
        std::fill(y.data.begin(), y.data.end(), T{-1});
        expect_found(70 * 11, 0);
    } else {
        EXPECT_THROW((void)difference(this->kType), Error);
    }
}

using ElementwiseShapes = test::MachineTest;

TEST_F(ElementwiseShapes, ScaleAndZeroTouchTheRegisterAlone) {
    Matrix<double> c(Layout::col_major, 33, 17, 4, 1);
    c(3, 4) = std::numeric_limits<double>::quiet_NaN();
    Matrix<double> scaled = c, zeros = c;
    InstructionRun(*machine_, 1).in_out(scaled).run(scale(ElementType::f64), {3.0});
    InstructionRun(*machine_, 1).out(zeros).run(zero(ElementType::f64));
    EXPECT_TRUE(scaled.gaps_untouched() && zeros.gaps_untouched());
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) {
            EXPECT_EQ(zeros(i, j), 0.0);
            if (i == 3 && j == 4)
                EXPECT_TRUE(std::isnan(scaled(i, j)));
            else
                EXPECT_EQ(scaled(i, j), 3.0 * c(i, j));
        }
}

TEST_F(ElementwiseShapes, ThatDoNotFitAreRefused) {
    const auto refused = [](const InstructionPtr& instruction, const std::vector<Register>& registers) {
        return test::code_of_error([&] {
                   instruction->check({registers, {}});
                   return 0;
               }) == ErrorCode::invalid_program;
    };
    const Register x{ElementType::f64, 0, 3, 4, 3}, found{ElementType::i32, 0, 2, 1, 2};
    const Register large{ElementType::f64, 0, 1 << 16, 1 << 15, 1 << 16};
    const InstructionPtr compare = difference(ElementType::f64);
    EXPECT_FALSE(refused(compare, {x, x, found}));
    EXPECT_TRUE(refused(compare, {x, {ElementType::f64, 0, 4, 3, 4}, found}));
    EXPECT_TRUE(refused(compare, {x, x, {ElementType::i32, 0, 1, 2, 1}}));
    EXPECT_TRUE(refused(compare, {large, large, found}));
    EXPECT_TRUE(refused(identity(ElementType::f64), {x})) << "A must be square";
    const Register index{ElementType::i32, 0, 5, 1, 5}, target{ElementType::f64, 0, 3, 5, 3};
    const InstructionPtr gather = gather_columns(ElementType::f64);
    EXPECT_FALSE(refused(gather, {index, x, target}));
    EXPECT_TRUE(refused(gather, {index, x, x})) << "a column for each index";
    EXPECT_TRUE(refused(gather, {index, {ElementType::f64, 0, 4, 4, 4}, target})) << "the rows of source";
}

}  // namespace
}  // namespace hg::kernels
