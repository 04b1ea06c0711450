#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/support/program_sources.hpp"

namespace sources {

/// A source is refused at a place with these words, which what() begins with.
inline void expect_refused(const std::string& text, const std::string& place, const std::string& words,
                           const SourceValues& values = {}) {
    SCOPED_TRACE(text.substr(0, 200));
    const std::optional<Error> error = fault_of(text, values);
    ASSERT_TRUE(error.has_value()) << words;
    EXPECT_EQ(error->code(), ErrorCode::invalid_program);
    EXPECT_EQ(place_of(*error), place) << error->what();
    EXPECT_NE(error->message().find(words), std::string::npos) << error->what();
    EXPECT_EQ(std::string(error->what()).find("t.hgs:" + place + ": " + error->message()), 0U);
}

/// What a program's text stands for. It prints as the program does.
inline Program read_back(const Program& program, const SourceLibrary& library = sources::library()) {
    const std::string text = print(program);
    Program read = parse(text, library);
    EXPECT_EQ(print(read), text);
    return read;
}

}  // namespace sources
