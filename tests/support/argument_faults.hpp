#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <hg/runtime/program/error.hpp>

namespace hg::test {

/// Checks that a call whose arguments `spoil` has partially_written names the wrong one. Arguments, a good call at first, has
/// kRoutine, call(), and output(), 100 elements of 7, of which nothing may be touched.
template <class Arguments>
void expect_fault(int number, const std::string& name, void (*spoil)(Arguments&)) {
    Arguments x;
    spoil(x);
    try {
        x.call();
        FAIL() << "argument " << number << " (" << name << ") was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.context().argument, number) << error.what();
        EXPECT_EQ(error.context().argument_name, name) << error.what();
        EXPECT_EQ(error.message().rfind(x.kRoutine + std::string(": argument"), 0), 0u) << error.message();
    }
    EXPECT_EQ(x.output(), std::vector<double>(100, 7)) << "nothing may be touched";
}

}  // namespace hg::test
