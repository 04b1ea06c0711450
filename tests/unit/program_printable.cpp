#include <gtest/gtest.h>

#include "runtime/program/base/printable.hpp"
#include <hg/runtime/program/error.hpp>

namespace {

using hg::printable;

TEST(Printable, LeavesTextAlone) {
    for (const char* text :
         {"", "A.npy: ends after 812 bytes\n\tof 900", "ü, 行列, 🙂", "C:\\A \\x1b", "~\u00a0"})
        EXPECT_EQ(printable(text), text);
}

TEST(Printable, EscapesWhatATerminalObeys) {
    EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
    EXPECT_EQ(printable("\r\a\b\x7f"), "\\x0d\\x07\\x08\\x7f");
    EXPECT_EQ(printable(std::string_view("\0x", 2)), "\\x00x");
    EXPECT_EQ(printable("\u009b31m"), "\\xc2\\x9b31m") << "the same in one character of Unicode";
    EXPECT_EQ(printable("\u0085"), "\\xc2\\x85");
}

TEST(Printable, EscapesBytesThatAreNoUtf8) {
    EXPECT_EQ(printable("\x9b\x31m"), "\\x9b1m");
    EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b") << "ESC in more bytes than it takes";
    EXPECT_EQ(printable("\xe0\x80\x9b"), "\\xe0\\x80\\x9b");
    EXPECT_EQ(printable("\xf0\x80\x80\x9b"), "\\xf0\\x80\\x80\\x9b");
    EXPECT_EQ(printable("\xc3"), "\\xc3");
    EXPECT_EQ(printable("\xe2\x82 "), "\\xe2\\x82 ");
    EXPECT_EQ(printable("\xf8\xff"), "\\xf8\\xff");
}

TEST(Printable, AreErrors) {
    const hg::Error error(hg::ErrorCode::io, "\x1b]0;title\a is no number",
                          {.file = "\x1b[2J.hgs", .device = "GPU\x1b"});
    EXPECT_STREQ(error.what(), "\\x1b[2J.hgs: \\x1b]0;title\\x07 is no number\n  device: GPU\\x1b");
    EXPECT_EQ(error.message(), "\\x1b]0;title\\x07 is no number");
    EXPECT_EQ(error.at("other", "LD").message(), error.message());
}

}  // namespace
