#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <hg/runtime/program/error.hpp>

namespace hg::test {

/// The error that an action throws; the test fails if it throws none.
template <class Action>
Error thrown_by(const Action& action) {
    try {
        static_cast<void>(action());
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return Error(ErrorCode::internal, "nothing was thrown");
}

/// An action throws an error of this code, with these words in its message.
template <class Action>
void expect_error(ErrorCode code, const std::string& words, const Action& action) {
    SCOPED_TRACE(words);
    const Error error = thrown_by(action);
    EXPECT_EQ(error.code(), code);
    EXPECT_THAT(error.message(), testing::HasSubstr(words));
}

}  // namespace hg::test
