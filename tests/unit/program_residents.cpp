#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/expected_error.hpp"
#include "tests/support/source_checks.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using testing::HasSubstr;

/// x := 0.5 x; y := x; a window of x is stored.
Program halved(const Target& target) {
    ProgramBuilder b(target);
    const ParameterId a = b.matrix("A", ElementType::f64, 8, 4);
    const RegisterId x = b.resident("x", 0, ElementType::f64, 8, 4, 16);
    const RegisterId y = b.reg(0, ElementType::f64, 8, 4);
    b.exec(samples::scale(), {x}, {0.5});
    b.exec(samples::copy(), {x, y});
    b.store({a, 0, 0, 8, 2}, b.window(x, 0, 1, 8, 2));
    b.store({a, 0, 2, 8, 2}, b.window(y, 0, 2, 8, 2));
    return std::move(b).finish();
}

template <class Action>
void expect_refused(const Action& action, const std::string& words) {
    EXPECT_THAT(test::error_of(action).message(), HasSubstr(words));
}

TEST(Residents, AreReadBeforeTheyAreWritten) {
    const Program program = halved(samples::target());
    verify(program);
    ASSERT_EQ(program.residents().size(), 1U);
    EXPECT_EQ(program.residents()[0], (ResidentParameter{"x", RegisterId{0}}));
    EXPECT_TRUE(program.writes_resident(0));
    EXPECT_EQ(program.resident_bytes(0), 16 * 4 * 8);
    EXPECT_EQ(program.device_bytes(0), 16 * 4 * 8 + 8 * 4 * 8);
}

TEST(Residents, ThatNoCommandWritesAreTold) {
    ProgramBuilder b(samples::target());
    const ParameterId a = b.matrix("A", ElementType::f64, 4, 4);
    const RegisterId x = b.resident("x", 0, ElementType::f64, 4, 4);
    b.resident("y", 0, ElementType::f64, 4, 4);
    b.store({a, 0, 0, 4, 4}, x);
    const Program program = std::move(b).finish();
    EXPECT_FALSE(program.writes_resident(0));
    EXPECT_FALSE(program.writes_resident(1));
}

TEST(Residents, ShareTheirSlotsWithNobody) {
    ProgramBuilder b(samples::target(), {.extra_slots = 0});
    const RegisterId x = b.resident("x", 0, ElementType::f64, 4, 4);
    b.exec(samples::clear(), {x});
    for (int i = 0; i < 5; ++i) b.exec(samples::clear(), {b.reg(0, ElementType::f64, 4, 4)});
    const RegisterId y = b.resident("y", 0, ElementType::f64, 4, 4);
    b.exec(samples::clear(), {y});
    const Program program = std::move(b).finish();
    verify(program);
    ASSERT_EQ(program.slots().size(), 3U);
    EXPECT_TRUE(program.slot(program.slot_of(x)).is_resident);
    EXPECT_TRUE(program.slot(program.slot_of(y)).is_resident);
    EXPECT_NE(program.slot_of(x), program.slot_of(y));
}

TEST(Residents, TakeOfTheDevicesMemory) {
    Target target = samples::target();
    target.devices[0].memory = 3 * 128;
    const auto with = [&](int residents) {
        ProgramBuilder b(target);
        for (int i = 0; i < residents; ++i) b.resident("x" + std::to_string(i), 0, ElementType::f64, 4, 4);
        for (int i = 0; i < 4; ++i) b.exec(samples::clear(), {b.reg(0, ElementType::f64, 4, 4)});
        return std::move(b).finish();
    };
    EXPECT_EQ(with(1).device_bytes(0), 3 * 128) << "extra slots take what is left";
    EXPECT_EQ(with(2).slots().size(), 3U);
    expect_refused([&] { static_cast<void>(with(3)); }, "512 bytes at once");
}

TEST(Residents, PrintAndReadBack) {
    const Program program = halved(samples::target());
    const std::string text = print(program);
    EXPECT_THAT(text, HasSubstr("slot s0@gpu 512 resident\n"
                                "slot s1@gpu 256\n"
                                "resident x r0@gpu.s0 f64 8x4 ld 16\n"
                                "register r1@gpu.s1 f64 8x4\n"
                                "register r2@gpu.s0 f64 8x2 window r0[0,1]\n"));
    EXPECT_THAT(text, HasSubstr("0: EXEC scale r0@gpu.s0 ; 0.5\n"));
    verify(sources::read_back(program));
}

TEST(Residents, AreSimulatedAsMemoryThatIsThere) {
    const Target target = samples::target();
    const Program program = halved(target);
    EXPECT_GE(simulate(program, target).makespan, bounds(program, target).critical_path);
}

TEST(Residents, StayWhenCommandsAreReordered) {
    const Target target = samples::target();
    const Program program = halved(target);
    const Program ordered = ordered_by_rank(program, target);
    verify(ordered);
    EXPECT_EQ(ordered.residents()[0], program.residents()[0]);
    EXPECT_EQ(ordered.resident_bytes(0), program.resident_bytes(0));
}

TEST(Residents, NeedNamesOfTheirOwn) {
    ProgramBuilder b(samples::target());
    b.resident("x", 0, ElementType::f64, 4, 4);
    expect_refused([&] { b.resident("x", 0, ElementType::f64, 4, 4); },
                   "two resident registers are called x");
    expect_refused([&] { b.resident("a b", 0, ElementType::f64, 4, 4); }, "needs a name");
    expect_refused([&] { b.resident("y", 1, ElementType::f64, 4, 4); }, "device 1");
    expect_refused([&] { b.resident("y", 0, ElementType::f64, 0, 4); }, "at least one element");
    EXPECT_EQ(std::move(b).finish().residents().size(), 1U);
}

const std::string kHead = "hg program 1\ndevice gpu\nmatrix A f64 4x4\n";

const std::pair<const char*, const char*> kFaultyTexts[] = {
    {"slot s0@gpu 128\nresident x r0@gpu.s0 f64 4x4\n", "needs a resident slot of its own"},
    {"slot s0@gpu 128 resident\nregister r0@gpu.s0 f64 4x4\n",
     "no resident register has the resident slot s0"},
    {"slot s0@gpu 128 resident\nresident x r0@gpu.s0 f64 4x4\nresident y r1@gpu.s0 f64 4x4\n",
     "needs a resident slot of its own"},
    {"slot s0@gpu 128 resident\nresident x r0@gpu.s0 f64 4x4\nregister r1@gpu.s0 f64 4x4\n",
     "r1 lies in the slot of a resident register"},
    {"slot s0@gpu 64 resident\nresident x r0@gpu.s0 f64 4x4\n", "does not hold resident register x"},
    {"slot s0@gpu 128 resident\nresident x r0@gpu.s0 f64 4x4\n"
     "register r1@gpu.s0 f64 4x2 window r0[0,0]\nresident y r2@gpu.s0 f64 4x2 window r0[0,2]\n",
     "resident register y is a window"},
    {"slot s0@gpu 128 resident\nslot s1@gpu 128 resident\nresident x r0@gpu.s0 f64 4x4\n"
     "resident x r1@gpu.s1 f64 4x4\n",
     "two resident registers are called x"},
    {"slot s0@gpu 128 resident\nresident r0@gpu.s0 f64 4x4\n", "register"}};

TEST(Residents, ThatDoNotFitAreFound) {
    for (const auto& [text, words] : kFaultyTexts) {
        SCOPED_TRACE(text);
        expect_refused([&text = text] { verify(parse(kHead + text, samples::find)); }, words);
    }
}

TEST(Residents, OrderTheCommandsThatTouchThem) {
    const std::string text = kHead +
                             "slot s0@gpu 128 resident\nresident x r0@gpu.s0 f64 4x4\n"
                             "0: LD r0@gpu.s0 <- A[0,0] 4x4 f64\n1: ST A[0,0] 4x4 f64 <- r0@gpu.s0";
    verify(parse(text + "   after 0\n", samples::find));
    expect_refused([&] { verify(parse(text + "\n", samples::find)); }, "is not ordered after command 0");
}

TEST(Residents, AreDeclaredInSources) {
    const Program program = sources::built(R"(param n = 4
matrix A f64 2 * n x n
devices gpus
resident x f64 2 * n x n ld 4 * n @ gpus[1]
register y f64 8 x 4 @ gpus[1]
window w = x[0, 1] 8 x 2
EXEC scale x ; 0.5
EXEC copy x y
ST A[0, 0] <- w
)",
                                           {}, samples::target(2));
    verify(program);
    ASSERT_EQ(program.residents().size(), 1U);
    const Register& x = program.reg(program.residents()[0].reg);
    EXPECT_EQ(program.residents()[0].name, "x");
    EXPECT_EQ(x, (Register{.type = ElementType::f64, .device = 1, .rows = 8, .cols = 4, .ld = 16}));
    expect_refused(
        [] {
            static_cast<void>(
                sources::built("if 1 == 1 {\nresident x f64 2 x 2\n}\n", {}, samples::target()));
        },
        "`resident` is allowed only outside blocks and subs");
}

}  // namespace
