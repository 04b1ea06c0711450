#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/expected_error.hpp"
#include "tests/support/source_checks.hpp"
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using testing::HasSubstr;

struct Windows : testing::Test {
    ProgramBuilder b{samples::target()};
    ParameterId m = b.matrix("M", ElementType::f64, 192, 8);
    RegisterId r = b.reg(0, ElementType::f64, 192, 8);

    template <class Call>
    void expect_refused(const std::string& words, Call call) {
        test::expect_error(ErrorCode::invalid_argument, {words}, call);
    }
};

/// M is loaded, its rows 64 to 127 of columns 2 and 3 are scaled, and it is stored.
Program scaled_window() {
    return sources::built(
        "matrix M f64 192x8\nregister r f64 192x8\nwindow w = r[64, 2] 64x2\n"
        "LD r <- M[0, 0]\nEXEC scale w ; 2\nST M[0, 0] <- r\n");
}

TEST_F(Windows, ShareTheirRegistersMemory) {
    const Register inner = b.reg(b.window(b.window(r, 64, 2, 128, 4), 64, 1, 64, 2));
    EXPECT_EQ(inner.window_of, r);
    EXPECT_EQ(inner.ld, 192);
    EXPECT_EQ(inner.first_row(), 128);
    EXPECT_EQ(inner.first_col(), 3);
    EXPECT_EQ(inner.span_bytes(), (192 + 64) * 8);
    EXPECT_EQ(scaled_window().slots().size(), 1U);
}

TEST_F(Windows, MustLieWithinAndBeginOnABoundary) {
    expect_refused("reaches beyond", [&] { return b.window(r, 64, 0, 129, 8); });
    expect_refused("reaches beyond", [&] { return b.window(r, 0, 7, 1, 2); });
    expect_refused("reaches beyond", [&] { return b.window(r, -64, 0, 1, 1); });
    expect_refused("at least one element", [&] { return b.window(r, 0, 0, 0, 1); });
    expect_refused("not a multiple of 64", [&] { return b.window(r, 4, 0, 4, 1); });
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
    expect_refused("overlap", [&] { return b.exec(samples::copy(), {x, b.window(r, 0, 1, 64, 2)}); });
    b.exec(samples::copy(), {x, b.window(r, 0, 2, 64, 2)});
    b.exec(samples::copy(), {x, b.window(r, 64, 0, 64, 2)});
    EXPECT_EQ(b.size(), 3U);
}

TEST_F(Windows, HaveAText) {
    verify(sources::read_back(scaled_window()));
    const std::string text = print(scaled_window());
    EXPECT_THAT(text, HasSubstr("register r1@gpu.s0 f64 64x2 window r0[64,2]\n"));
    for (const std::string bad : {"r1[64,2]", "r0[160,2]", "r0[64,7]", "r0[4,2]", "r0[99999,2]", "r0"}) {
        std::string changed = text;
        changed.replace(changed.find("r0[64,2]"), 8, bad);
        EXPECT_THROW((void)parse(changed, samples::find), Error) << bad;
    }
}

TEST_F(Windows, OfAnotherSlotDoNotVerify) {
    ProgramParts parts = scaled_window().parts();
    parts.slots.push_back(parts.slots[0]);
    parts.slot_of_register[1] = SlotId{1};
    EXPECT_THROW(verify(Program(parts)), Error);
}

}  // namespace
