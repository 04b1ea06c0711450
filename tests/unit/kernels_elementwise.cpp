// The instructions that every element type has.
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/elementwise/copy.hpp"
#include "support/test_devices.hpp"
#include <hg/kernels/scale.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kLines = 37;  // no multiple of a piece
constexpr std::int64_t kColumns = 5;

template <class T>
class ElementwiseKernel : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

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

    static std::unique_ptr<Machine> machine_;
};
template <class T>
std::unique_ptr<Machine> ElementwiseKernel<T>::machine_;

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

}  // namespace
}  // namespace hg::kernels
