#include <gtest/gtest.h>

#include <vector>

#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

constexpr std::int64_t kTallRows = 512;
constexpr std::int64_t kTallCols = 6;

/// A window of the register is filled by LD, one is changed by EXEC, one is stored: all else stays.
TEST(MachineWindows, AreLoadedComputedAndStored) {
    Machine machine(test::test_options());
    std::vector<float> a(kTallRows * kTallCols);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i);
    std::vector<float> b(a.size(), -1);

    ProgramBuilder builder(machine.target());
    const ParameterId pa = builder.matrix("A", ElementType::f32, kTallRows, kTallCols);
    const ParameterId pb = builder.matrix("B", ElementType::f32, kTallRows, kTallCols);
    const RegisterId r = builder.reg(0, ElementType::f32, kTallRows, kTallCols);
    builder.load(r, {pa, 0, 0, kTallRows, kTallCols});
    builder.load(builder.window(r, 128, 1, 200, 3), {pa, 300, 2, 200, 3});
    builder.exec(test::scale<float>(), {builder.window(r, 256, 2, 100, 2)}, {10.0, 0.0});
    builder.store({pb, 0, 0, 384, 4}, builder.window(r, 128, 2, 384, 4));
    machine.run(std::move(builder).finish(), Bindings{}
                                                 .matrix("A", static_cast<const float*>(a.data()), kTallRows)
                                                 .matrix("B", b.data(), kTallRows));

    const auto at = [](std::int64_t i, std::int64_t j) {
        return static_cast<std::size_t>(i + j * kTallRows);
    };
    std::vector<float> expected = a;
    for (std::int64_t j = 0; j < 3; ++j)
        for (std::int64_t i = 0; i < 200; ++i) expected[at(128 + i, 1 + j)] = a[at(300 + i, 2 + j)];
    for (std::int64_t j = 0; j < 2; ++j)
        for (std::int64_t i = 0; i < 100; ++i) expected[at(256 + i, 2 + j)] *= 10;
    for (std::int64_t j = 0; j < kTallCols; ++j)
        for (std::int64_t i = 0; i < kTallRows; ++i) {
            const bool stored = i < 384 && j < 4;
            EXPECT_EQ(b[at(i, j)], stored ? expected[at(i + 128, j + 2)] : -1) << i << ", " << j;
        }
}

}  // namespace
}  // namespace hg
