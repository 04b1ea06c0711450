#pragma once

#include <optional>
#include <string>

#include "tests/support/program_sources.hpp"
#include "tests/support/random_source.hpp"
#include "tests/support/source_evaluator.hpp"
#include "tests/support/source_writer.hpp"
#include <hg/runtime/program/verify.hpp>

/// Random sources as the library builds them, and as the tests' evaluator does.
namespace hg::test {

inline constexpr const char* kSourceName = "random.hgs";

/// What random sources use beside their own text.
inline SourceLibrary library() {
    SourceLibrary library = sources::library();
    library.routine = [](ProgramBuilder& builder, std::string_view routine,
                         std::span<const RoutineArgument> arguments) {
        if (routine != "twice" || arguments.size() != 3) return false;
        for (int i = 0; i < 2; ++i) builder.exec(samples::scale(), {arguments[1].reg}, {arguments[2].scalar});
        return true;
    };
    return library;
}

inline SourceValues values_of(const SourceDescription& source) {
    SourceValues values;
    for (const ParameterText& parameter : source.parameters)
        if (parameter.given) values[parameter.name] = *parameter.given;
    return values;
}

inline Program built(const ProgramSource& parsed, const SourceDescription& source) {
    return parsed.build(Evaluator::target_of(source), values_of(source), library());
}

/// The program by the evaluator; none if it is refused. Throws TooLarge.
inline std::optional<Program> evaluated(const SourceDescription& source) {
    try {
        return Evaluator(source).program();
    } catch (const Error&) {
    } catch (const Refused&) {
    }
    return std::nullopt;
}

}  // namespace hg::test
