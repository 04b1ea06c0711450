#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using testing::HasSubstr;

struct Windows : testing::Test {
    ProgramBuilder b{samples::target()};
    ParameterId m = b.matrix("M", ElementType::f64, 192, 8);
    RegisterId r = b.reg(0, ElementType::f64, 192, 8);

    template <class Call>
    void expect_error(Call call, const std::string& text) {
        try {
            call();
            ADD_FAILURE() << "no error that says: " << text;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::invalid_argument);
            EXPECT_THAT(e.message(), HasSubstr(text));
        }
    }

    /// M is loaded, its rows 64 to 127 of columns 2 and 3 are scaled, and it is stored.
    Program scaled_window() {
        b.load(r, {m, 0, 0, 192, 8});
        b.exec(samples::scale(), {b.window(r, 64, 2, 64, 2)}, {2.0});
        b.store({m, 0, 0, 192, 8}, r);
        return std::move(b).finish();
    }
};

TEST_F(Windows, ShareTheirRegistersMemory) {
    const Register inner = b.reg(b.window(b.window(r, 64, 2, 128, 4), 64, 1, 64, 2));
    EXPECT_EQ(inner.window_of, r);
    EXPECT_EQ(inner.ld, 192);
    EXPECT_EQ(inner.first_row(), 128);
    EXPECT_EQ(inner.first_col(), 3);
    EXPECT_EQ(inner.span_bytes(), (192 + 64) * 8);
}

TEST_F(Windows, MustLieWithinAndBeginOnABoundary) {
    expect_error([&] { b.window(r, 64, 0, 129, 8); }, "reaches beyond");
    expect_error([&] { b.window(r, 0, 7, 1, 2); }, "reaches beyond");
    expect_error([&] { b.window(r, -64, 0, 1, 1); }, "reaches beyond");
    expect_error([&] { b.window(r, 0, 0, 0, 1); }, "at least one element");
    expect_error([&] { b.window(r, 4, 0, 4, 1); }, "no multiple of 64");
}

TEST_F(Windows, DependOnTheirRegister) {
    const Program program = scaled_window();
    verify(program);
    EXPECT_EQ(program.slots().size(), 1U);
    ASSERT_EQ(program.dependencies(CommandId{1}).size(), 1U);
    EXPECT_EQ(program.dependencies(CommandId{1})[0].hazard, Hazard::raw);
}

TEST_F(Windows, WaitForThoseTheyOverlapAlone) {
    const RegisterId left = b.window(r, 0, 0, 192, 4);
    const RegisterId right = b.window(r, 0, 4, 192, 4);
    const CommandId load_left = b.load(left, {m, 0, 0, 192, 4});
    const CommandId load_right = b.load(right, {m, 0, 4, 192, 4});
    const CommandId scale_left = b.exec(samples::scale(), {b.window(r, 64, 1, 64, 2)}, {2.0});
    const CommandId scale_both = b.exec(samples::scale(), {b.window(r, 0, 3, 64, 2)}, {2.0});
    const CommandId store_left = b.store({m, 64, 0, 64, 2}, b.window(r, 64, 0, 64, 2));
    const Program program = std::move(b).finish();
    verify(program);
    const auto waits_for = [&](CommandId id) {
        std::vector<CommandId> list;
        for (const Dependency& d : program.dependencies(id))
            if (!d.host) list.push_back(d.on);
        return list;
    };
    EXPECT_THAT(waits_for(load_right), testing::IsEmpty());
    EXPECT_THAT(waits_for(scale_left), testing::ElementsAre(load_left));
    EXPECT_THAT(waits_for(scale_both), testing::ElementsAre(load_left, load_right));
    EXPECT_THAT(waits_for(store_left), testing::ElementsAre(scale_left));
}

TEST_F(Windows, OfARegisterThatMovesInWaitForAllOfTheLastOne) {
    ProgramBuilder tight(samples::target(), {.extra_slots = 0});
    const ParameterId a = tight.matrix("A", ElementType::f64, 64, 8);
    const auto load_halves = [&] {
        const RegisterId x = tight.reg(0, ElementType::f64, 64, 8);
        for (const std::int64_t col : {0, 4}) tight.load(tight.window(x, 0, col, 64, 4), {a, 0, col, 64, 4});
        return x;
    };
    const RegisterId first = load_halves();
    tight.exec(samples::scale(), {first}, {2.0});
    load_halves();
    const Program program = std::move(tight).finish();
    ASSERT_EQ(program.slots().size(), 1U);
    verify(program);
    for (const CommandId load : {CommandId{3}, CommandId{4}}) {
        ASSERT_EQ(program.dependencies(load).size(), 1U);
        EXPECT_EQ(program.dependencies(load)[0].on, CommandId{2});
    }
}

TEST_F(Windows, StayOrderedWhereThereAreMany) {
    const ParameterId wide = b.matrix("W", ElementType::f64, 64, 400);
    const RegisterId all = b.reg(0, ElementType::f64, 64, 400);
    for (std::int64_t col = 0; col < 400; col += 2)
        b.load(b.window(all, 0, col, 64, 2), {wide, 0, col, 64, 2});
    for (std::int64_t col = 0; col < 399; ++col)
        b.exec(samples::scale(), {b.window(all, 0, col, 64, 2)}, {2.0});
    for (std::int64_t col = 0; col < 400; ++col) b.store({wide, 0, col, 64, 1}, b.window(all, 0, col, 64, 1));
    verify(std::move(b).finish());
}

// Each of the columns in the middle waits for its own LD, however much was done left and right of it.
TEST_F(Windows, WaitForALoadBetweenPartsThatManyWorkedOn) {
    const ParameterId wide = b.matrix("W", ElementType::f64, 64, 300);
    const RegisterId all = b.reg(0, ElementType::f64, 64, 300);
    const auto columns = [&](std::int64_t first) { return b.window(all, 0, first, 64, 100); };
    for (const std::int64_t col : {0, 100, 200}) b.load(columns(col), {wide, 0, col, 64, 100});
    for (std::int64_t i = 0; i < 100; ++i)
        for (const std::int64_t side : {0, 200})
            b.exec(samples::scale(), {b.window(all, 0, side + i, 64, 1)}, {2.0});
    const CommandId middle = b.exec(samples::scale(), {columns(100)}, {2.0});
    const Program program = std::move(b).finish();
    verify(program);
    ASSERT_EQ(program.dependencies(middle).size(), 1U);
    EXPECT_EQ(program.dependencies(middle)[0].on, CommandId{1});
}

TEST_F(Windows, KeepTheirRegisterAlive) {
    const RegisterId window = b.window(r, 64, 0, 64, 8);
    b.load(r, {m, 0, 0, 192, 8});
    const RegisterId other = b.reg(0, ElementType::f64, 192, 8);
    b.load(other, {m, 0, 0, 192, 8});
    b.store({m, 64, 0, 64, 8}, window);
    const Program program = std::move(b).finish();
    EXPECT_NE(program.slot_of(r), program.slot_of(other));
    EXPECT_EQ(program.slot_of(r), program.slot_of(window));
    verify(program);
}

TEST_F(Windows, MustNotOverlapWhereOneIsWritten) {
    const RegisterId x = b.window(r, 0, 0, 64, 2);
    b.load(r, {m, 0, 0, 192, 8});
    expect_error([&] { b.exec(samples::copy(), {x, b.window(r, 0, 1, 64, 2)}); }, "overlap");
    b.exec(samples::copy(), {x, b.window(r, 0, 2, 64, 2)});
    b.exec(samples::copy(), {x, b.window(r, 64, 0, 64, 2)});
    EXPECT_EQ(b.size(), 3U);
}

TEST_F(Windows, HaveAText) {
    const std::string text = print(scaled_window());
    EXPECT_THAT(text, HasSubstr("register r1@gpu.s0 f64 64x2 window r0[64,2]\n"));
    const Program again = parse(text, samples::find);
    EXPECT_EQ(print(again), text);
    verify(again);
}

TEST_F(Windows, OfTextAreChecked) {
    const std::string text = print(scaled_window());
    const auto with = [&](const std::string& window) {
        std::string changed = text;
        const std::string old = "64x2 window r0[64,2]";
        return changed.replace(changed.find(old), old.size(), window);
    };
    for (const char* bad : {"64x2 window r1[64,2]", "64x2 window r0[160,2]", "64x2 window r0[64,7]",
                            "64x2 window r0[4,2]", "64x2 window r0[99999,2]", "64x2 window r0"})
        EXPECT_THROW((void)parse(with(bad), samples::find), Error) << bad;
}

TEST_F(Windows, OfAnotherSlotDoNotVerify) {
    ProgramParts parts = scaled_window().parts();
    parts.slots.push_back(parts.slots[0]);
    parts.slot_of_register[1] = SlotId{1};
    EXPECT_THROW(verify(Program(parts)), Error);
}

}  // namespace
