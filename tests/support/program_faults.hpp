#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg::test {

/// Checks that verify() refuses these parts for a rule, and names the command.
inline void expect_fault(ProgramParts parts, const std::string& rule, const std::string& command = "") {
    try {
        verify(Program(std::move(parts)));
        ADD_FAILURE() << "verify() did not find: " << rule;
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_program);
        EXPECT_THAT(error.message(), testing::HasSubstr(rule));
        EXPECT_THAT(error.context().command, testing::HasSubstr(command));
    }
}

/// Removes the first edge on which `to` waits for `from`.
inline void remove_edge(ProgramParts& parts, CommandId from, CommandId to) {
    const std::size_t waiting = index(to);
    for (std::uint32_t e = parts.first_dependency[waiting]; e < parts.first_dependency[waiting + 1]; ++e) {
        if (parts.dependencies[e].on != from) continue;
        parts.dependencies.erase(parts.dependencies.begin() + e);
        for (std::size_t c = waiting + 1; c < parts.first_dependency.size(); ++c) --parts.first_dependency[c];
        return;
    }
    FAIL() << "no edge from " << index(from) << " to " << waiting;
}

}  // namespace hg::test
