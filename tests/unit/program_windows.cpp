#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/program/builder.hpp"
#include "runtime/program/text.hpp"
#include "runtime/program/verify.hpp"
#include "tests/support/program_samples.hpp"

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
