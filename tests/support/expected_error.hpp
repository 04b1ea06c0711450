#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <initializer_list>
#include <string>

#include <hg/runtime/program/error.hpp>

namespace hg::test {

/// The error that act() throws, which it must.
template <class Act>
Error error_of(const Act& act) {
    try {
        static_cast<void>(act());
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return Error(ErrorCode::internal, "nothing was thrown");
}

/// The same, of an error with this code and with all these words in its message.
template <class Act>
Error expect_error(ErrorCode code, std::initializer_list<std::string> words, const Act& act) {
    Error error = error_of(act);
    EXPECT_EQ(error.code(), code) << error.what();
    for (const std::string& word : words)
        EXPECT_NE(error.message().find(word), std::string::npos) << word << " is not in: " << error.message();
    return error;
}

}  // namespace hg::test
