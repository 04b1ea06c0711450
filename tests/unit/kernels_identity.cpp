#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/elementwise/identity.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// Into a register that held NaN, with a gap between its columns there.
template <class T>
void check_identity(Machine& machine, std::int64_t n) {
    constexpr ElementType type = element_type_of<T>();
    ProgramBuilder builder(machine.target());
    const ParameterId a = builder.matrix("A", type, n, n);
    const RegisterId reg = builder.reg(0, type, n, n, n + 3);
    builder.load(reg, {a, 0, 0, n, n});
    builder.exec(identity(type), {reg});
    builder.store({a, 0, 0, n, n}, reg);
    std::vector<T> A(static_cast<std::size_t>(n * n), std::numeric_limits<T>::quiet_NaN());
    machine.run(std::move(builder).finish(), Bindings{}.matrix("A", A.data(), n));
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
            ASSERT_EQ(A[static_cast<std::size_t>(i + j * n)], i == j ? T{1} : T{0}) << i << ", " << j;
}

TEST(KernelIdentity, OnesOnTheDiagonalAlone) {
    Machine machine(test::test_options());
    EXPECT_EQ(machine.device(0).is_host, test::on_host());
    for (const std::int64_t n : {1, 64, 130}) {
        check_identity<double>(machine, n);
        check_identity<float>(machine, n);
    }
}

TEST(KernelIdentity, IsOfSquareRegistersOfRealNumbers) {
    EXPECT_THROW((void)identity(ElementType::i32), Error);
    ProgramBuilder builder(Target{{DeviceModel{}}});
    const RegisterId tall = builder.reg(0, ElementType::f64, 3, 2);
    EXPECT_THROW(builder.exec(identity(ElementType::f64), {tall}), Error);
}

}  // namespace
}  // namespace hg::kernels
