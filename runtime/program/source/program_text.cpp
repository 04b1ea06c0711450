#include <memory>
#include <string>

#include "runtime/program/source/instruction_source.hpp"
#include "runtime/program/source/parse/statement_parsers.hpp"
#include "runtime/program/text/parse.hpp"
#include <hg/runtime/program/source.hpp>

namespace hg {
namespace {

/// Returns the instruction that a line `instruction NAME from ...` declares.
InstructionPtr declared_instruction(std::string_view line, int number, const SourceLibrary& library) {
    const auto tree = std::make_shared<source::SyntaxTree>(source::SourceText(std::string(line), {}, number));
    source::ParseState state(*tree);
    state.tokens.expect("instruction");
    source::parse_instruction(state);
    if (!state.tokens.at_end()) state.tokens.fail_expected("the end of the line");
    return make_instruction(tree, tree->instructions.front(), {&tree->source, {}, 0, {}}, library);
}

}  // namespace

Program parse(std::string_view text, const SourceLibrary& library) {
    return parse_text(text, library.instruction, [&](std::string_view line, int number) {
        return declared_instruction(line, number, library);
    });
}

}  // namespace hg
