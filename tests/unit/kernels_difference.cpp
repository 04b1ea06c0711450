#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "kernels/elementwise/difference.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kRows = 70;
constexpr std::int64_t kCols = 11;

class KernelDifference : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    /// What comparing x with y finds, with gaps between the columns on the device.
    template <class T>
    static std::array<std::int32_t, 2> compare(const std::vector<T>& x, const std::vector<T>& y) {
        ProgramBuilder builder(machine_->target());
        const auto loaded = [&](const char* name, ElementType type, std::int64_t rows, std::int64_t cols,
                                std::int64_t gap) {
            const RegisterId reg = builder.reg(0, type, rows, cols, rows + gap);
            builder.load(reg, {builder.matrix(name, type, rows, cols), 0, 0, rows, cols});
            return reg;
        };
        const RegisterId rx = loaded("x", element_type_of<T>(), kRows, kCols, 2);
        const RegisterId ry = loaded("y", element_type_of<T>(), kRows, kCols, 5);
        const ParameterId pf = builder.matrix("found", ElementType::i32, 2, 1);
        const RegisterId rf = builder.reg(0, ElementType::i32, 2, 1);
        builder.load(rf, {pf, 0, 0, 2, 1});
        builder.exec(difference(element_type_of<T>()), {rx, ry, rf});
        builder.store({pf, 0, 0, 2, 1}, rf);
        std::array<std::int32_t, 2> found{0, kNoPlace};
        machine_->run(std::move(builder).finish(), Bindings{}
                                                       .matrix("x", x.data(), kRows)
                                                       .matrix("y", y.data(), kRows)
                                                       .matrix("found", found.data(), 2));
        return found;
    }

    /// The next number that differs.
    template <class T>
    static T next(T x) {
        if constexpr (std::is_floating_point_v<T>) return std::nextafter(x, T{1e6});
        return x + 1;
    }

    template <class T>
    static void check() {
        std::vector<T> x(static_cast<std::size_t>(kRows * kCols));
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(i) / 7;
        if constexpr (std::is_floating_point_v<T>) x[3] = std::numeric_limits<T>::quiet_NaN();
        std::vector<T> y = x;
        const std::array<std::int32_t, 2> none{0, kNoPlace};
        EXPECT_EQ(compare(x, y), none) << "NaN has its own bits";
        y.back() = next(y.back());
        EXPECT_EQ(compare(x, y), (std::array<std::int32_t, 2>{1, kRows * kCols - 1})) << "the last bit";
        y[0] = std::is_floating_point_v<T> ? -y[0] : T{9};
        EXPECT_EQ(compare(x, y), (std::array<std::int32_t, 2>{2, 0})) << "0 is not -0";
        for (T& element : y) element = -1;
        EXPECT_EQ(compare(x, y), (std::array<std::int32_t, 2>{kRows * kCols, 0}));
    }

    static std::unique_ptr<Machine> machine_;
};

std::unique_ptr<Machine> KernelDifference::machine_;

TEST_F(KernelDifference, FindsEveryBitF64) {
    check<double>();
}
TEST_F(KernelDifference, FindsEveryBitF32) {
    check<float>();
}

TEST_F(KernelDifference, FindsEveryBitI32) {
    check<std::int32_t>();
}

TEST_F(KernelDifference, RefusesShapesThatDoNotFit) {
    const auto refused = [](const Register& x, const Register& y, const Register& found) {
        const std::array<Register, 3> registers{x, y, found};
        try {
            difference(ElementType::f64)->check({registers, {}});
            return false;
        } catch (const Error& error) {
            return error.code() == ErrorCode::invalid_program;
        }
    };
    const Register x{ElementType::f64, 0, 3, 4, 3};
    const Register found{ElementType::i32, 0, 2, 1, 2};
    EXPECT_FALSE(refused(x, x, found));
    EXPECT_TRUE(refused(x, {ElementType::f64, 0, 4, 3, 4}, found));
    EXPECT_TRUE(refused(x, x, {ElementType::i32, 0, 1, 2, 1}));
    const Register large{ElementType::f64, 0, 1 << 16, 1 << 15, 1 << 16};
    EXPECT_TRUE(refused(large, large, found));
}

}  // namespace
}  // namespace hg::kernels
