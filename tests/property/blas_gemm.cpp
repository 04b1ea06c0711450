#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support/gemm_calls.hpp"

namespace hg {
namespace {

/// Many small tiles on few registers, through the program itself.
void any_division_is_right(Machine& machine) {
    using test::GemmSample;
    const auto extent = [] { return *rc::gen::inRange<std::int64_t>(1, 120); };
    GemmSample<double> s;
    s.op_a = *rc::gen::element(Op::none, Op::trans);
    s.op_b = *rc::gen::element(Op::none, Op::trans);
    s.m = extent();
    s.n = extent();
    s.k = extent();
    s.alpha = 1.5;
    s.beta = *rc::gen::element(0.0, 0.75);
    const auto block = *rc::gen::inRange<std::int64_t>(16, 60);
    Target target =
        test::first_devices(machine, *rc::gen::inRange<std::size_t>(1, machine.device_count() + 1));
    for (DeviceModel& device : target.devices)
        device.memory = device.largest_slot = 8 * 8 * block * block * *rc::gen::inRange<std::int64_t>(1, 6);
    const auto a = s.make_a();
    const auto b = s.make_b();
    const auto c = s.make_c();
    const auto got = run_gemm(machine, gemm_program(problem_of(s, block), target), s, a, b, c);
    const auto result = gemm_is_right(s, a, b, c, got);
    RC_LOG() << result.message();
    RC_ASSERT(result);
}

TEST(GemmProperty, AnyDivision) {
    Machine machine(test::test_options());
    EXPECT_TRUE(rc::check("any division into tiles is right", [&] { any_division_is_right(machine); }));
}

}  // namespace
}  // namespace hg
