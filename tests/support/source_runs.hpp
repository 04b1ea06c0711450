#pragma once

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/program/source/command_count.hpp"
#include "runtime/program/source/parse/parser.hpp"
#include "tests/support/program_sources.hpp"
#include "tests/support/random_source.hpp"
#include "tests/support/source_evaluator.hpp"
#include "tests/support/source_writer.hpp"
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

/// Random sources as the library builds them, and as the tests' evaluator does.
namespace hg::test {

inline constexpr const char* kSourceName = "random.hgs";

/// The error has code and place, or is one of verify().
inline bool has_place(const Error& error) {
    const ErrorContext& place = error.context();
    return !place.command.empty() || (error.code() == ErrorCode::invalid_program &&
                                      place.file == kSourceName && place.line >= 1 && place.column >= 1);
}

/// What random sources use beside their own text.
inline SourceLibrary library() {
    SourceLibrary library = sources::library();
    library.read = [](const std::string& path) { return "// " + path; };
    library.routine = [](ProgramBuilder& builder, std::string_view routine,
                         std::span<const RoutineArgument> arguments) {
        if (routine != "twice" || arguments.size() != 3) return false;
        for (int i = 0; i < 2; ++i) builder.exec(samples::scale(), {arguments[1].reg}, {arguments[2].scalar});
        return true;
    };
    return library;
}

/// The program's text, in which instructions have names alone: those of the evaluator are declared nowhere.
inline std::string printed_by_names(const Program& program) {
    std::istringstream lines(print(program));
    std::string text;
    for (std::string line; std::getline(lines, line); text += line + '\n')
        if (line.starts_with("instruction ")) line = line.substr(0, line.find(" from "));
    return text;
}

/// True if both print alike, and what they execute has the same geometry and cost.
inline bool are_alike(const Program& program, const Program& expected) {
    if (printed_by_names(program) != printed_by_names(expected)) return false;
    for (std::uint32_t c = 0; c < program.size(); ++c) {
        const auto id = static_cast<CommandId>(c);
        if (program.command(id).operation != Operation::exec) continue;
        const Instruction& made = *program.instructions()[program.command(id).subject];
        const Instruction& own = *expected.instructions()[expected.command(id).subject];
        if (!made.geometry) continue;
        const ExecOperands operands = program.exec_operands(id);
        const Geometry geometry = made.geometry(operands.shape());
        const Geometry wanted = own.geometry(operands.shape());
        if (geometry.global != wanted.global || geometry.local != wanted.local) return false;
        const Cost cost = made.cost(operands.shape());
        const Cost right = own.cost(operands.shape());
        if (cost.flops != right.flops || cost.bytes != right.bytes) return false;
    }
    return true;
}

/// The program that its text stands for.
inline Program read_back(const Program& program) {
    return parse(print(program), library());
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

/// The cells of a program that is to be built, with the parameters in them.
inline std::vector<std::int64_t> cells_of(const source::SyntaxTree& tree, const SourceDescription& source) {
    const SourceValues values = values_of(source);
    std::vector<std::int64_t> cells(tree.cells);
    for (const source::ParameterDeclaration& parameter : tree.parameters) {
        std::int64_t& cell = cells[static_cast<std::size_t>(parameter.cell)];
        if (const auto given = values.find(parameter.name); given != values.end())
            cell = given->second;
        else if (parameter.value != source::kNoExpression)
            cell = source::evaluate(tree.expressions, parameter.value, {&tree.source, cells, 0, {}});
    }
    return cells;
}

/// The program of a text that is no longer that of its description. Refuses large ones, too.
inline Program built_if_small(const std::string& text, const SourceDescription& source) {
    const auto tree = source::parse_source(text, kSourceName);
    std::vector<std::int64_t> cells = cells_of(*tree, source);
    constexpr std::int64_t kMostDevices = 3;
    source::require_countable(*tree, cells, kMostDevices, {2000, 2000, 100000});
    return built(ProgramSource::parse(text, kSourceName), source);
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
