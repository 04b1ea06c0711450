#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>

#include "tests/support/random_program.hpp"
#include "tests/support/source_mutation.hpp"
#include "tests/support/source_runs.hpp"
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using test::has_place;
using test::pick;
using test::RandomSource;
using test::SourceDescription;

/// The program by the evaluator, none if it is refused. Large ones are discarded.
std::optional<Program> evaluated_or_discarded(const SourceDescription& source) {
    try {
        return test::evaluated(source);
    } catch (const test::TooLarge&) {
        RC_DISCARD("too large");
    }
}

RC_GTEST_PROP(ProgramSourceProperty, BuildsWhatTheBuilderBuilds, ()) {
    const SourceDescription source = RandomSource(pick, false).source();
    const std::string text = test::written(source);
    RC_LOG() << text;
    const std::optional<Program> expected = evaluated_or_discarded(source);
    RC_PRE(expected.has_value());
    const Program program = test::built(ProgramSource::parse(text, test::kSourceName), source);
    RC_ASSERT(test::printed_by_names(program) == test::printed_by_names(*expected));
    RC_ASSERT(test::are_alike(program, *expected));
    verify(program);
    const Program again = test::read_back(program);
    RC_ASSERT(print(again) == print(program));
    RC_ASSERT(test::are_alike(again, program));
    verify(again);
}

RC_GTEST_PROP(ProgramSourceProperty, RefusesWhatTheBuilderRefuses, ()) {
    const SourceDescription source = RandomSource(pick, true).source();
    const std::string text = test::written(source);
    RC_LOG() << text;
    try {
        const ProgramSource parsed = ProgramSource::parse(text, test::kSourceName);
        const std::optional<Program> expected = evaluated_or_discarded(source);
        try {
            const Program program = test::built(parsed, source);
            RC_ASSERT(expected.has_value());
            RC_ASSERT(test::are_alike(program, *expected));
        } catch (const Error& error) {
            RC_ASSERT(has_place(error));
            RC_ASSERT(!expected.has_value());
        }
    } catch (const Error& error) {
        RC_ASSERT(has_place(error));
    }
}

/// What the counter says, as a limit that is just enough.
RC_GTEST_PROP(ProgramSourceProperty, CommandsAndRegistersAreCountedBefore, ()) {
    const SourceDescription source = RandomSource(pick, false).source();
    const std::optional<Program> program = evaluated_or_discarded(source);
    RC_PRE(program.has_value());
    const std::string text = test::written(source);
    RC_LOG() << text;
    // A routine counts as one command.
    RC_PRE(text.find("hg.twice") == std::string::npos);
    const auto tree = source::parse_source(text, test::kSourceName);
    const auto fits = [&](double commands, double registers) {
        std::vector<std::int64_t> cells = test::cells_of(*tree, source);
        try {
            source::require_countable(*tree, cells, std::ssize(program->devices()),
                                      {commands, registers, 1e9});
            return true;
        } catch (const Error&) {
            return false;
        }
    };
    const auto commands = static_cast<double>(program->size());
    const auto registers = static_cast<double>(program->registers().size());
    RC_ASSERT(fits(commands, registers));
    RC_ASSERT(!fits(commands - 1, registers));
    RC_ASSERT(!fits(commands, registers - 1));
}

RC_GTEST_PROP(ProgramSourceProperty, ASourceWithOneTokenChangedIsBuiltOrRefused, ()) {
    const SourceDescription source = RandomSource(pick, false).source();
    const std::string text = test::mutated(test::written(source), pick);
    RC_LOG() << text;
    try {
        verify(test::built_if_small(text, source));
    } catch (const Error& error) {
        // A parameter may have lost its default or its name.
        RC_ASSERT(error.code() == ErrorCode::invalid_argument || has_place(error));
    }
}

}  // namespace
