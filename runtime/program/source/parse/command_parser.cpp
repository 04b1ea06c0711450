#include <utility>

#include "runtime/program/source/parse/statement_parsers.hpp"

namespace hg::source {
namespace {

Statement transfer(ParseState& state, Place place, Operation operation) {
    TransferStatement found{.operation = operation};
    const auto moved = [&] { found.reg = parse_register(state); };
    const auto tile = [&] { found.tile = state.add(state.tree->tiles, parse_tile(state)); };
    operation == Operation::load ? moved() : tile();
    state.tokens.expect("<-");
    operation == Operation::load ? tile() : moved();
    found.after = parse_after(state);
    return {.place = place, .body = found};
}

Statement exec(ParseState& state, Place place, QueueKind queue) {
    SyntaxTree& tree = *state.tree;
    ExecStatement exec{.queue = queue};
    exec.instruction = instruction_position(state, state.tokens.instruction_name());
    exec.registers.first = static_cast<std::uint32_t>(tree.registers.size());
    while (!state.tokens.at_line_end() && !state.tokens.peek().is(";") && !state.tokens.peek().is("after")) {
        state.add(tree.registers, parse_register(state));
        ++exec.registers.count;
    }
    exec.scalars.first = static_cast<std::uint32_t>(tree.arguments.size());
    if (state.tokens.take(";")) {
        do {
            state.add(tree.arguments, parse_scalar(state));
            ++exec.scalars.count;
        } while (state.tokens.take(","));
    }
    exec.after = parse_after(state);
    return {.place = place, .body = exec};
}

QueueKind queue_kind(TokenReader& tokens) {
    for (const QueueKind kind : kQueueKinds)
        if (tokens.take(hg::name(kind))) return kind;
    tokens.fail_expected("LD, EXEC, EXEC2 or ST");
}

Statement mark(ParseState& state, Place place, Operation operation) {
    TokenReader& tokens = state.tokens;
    MarkStatement mark{.operation = operation};
    const bool has_name = operation == Operation::mark || tokens.peek().kind == TokenKind::text;
    mark.name = state.name_position(has_name ? tokens.quoted("the name of a mark") : "");
    DeviceReference device{.place = place};
    if (tokens.take("@")) {
        device = parse_device(state);
        tokens.expect(".");
        mark.queue = queue_kind(tokens);
    }
    mark.device = state.add(state.tree->devices, device);
    if (operation == Operation::barrier && tokens.peek().is("after"))
        tokens.fail("a barrier waits for all commands before it, whatever their names");
    mark.after = parse_after(state);
    return {.place = place, .body = mark};
}

}  // namespace

std::optional<Statement> parse_command(ParseState& state) {
    TokenReader& tokens = state.tokens;
    const Place place = tokens.place();
    if (tokens.take("LD")) return transfer(state, place, Operation::load);
    if (tokens.take("ST")) return transfer(state, place, Operation::store);
    if (tokens.take("EXEC")) return exec(state, place, QueueKind::exec);
    if (tokens.take("EXEC2")) return exec(state, place, QueueKind::exec2);
    if (tokens.take("MARK")) return mark(state, place, Operation::mark);
    if (tokens.take("BAR")) return mark(state, place, Operation::barrier);
    return std::nullopt;
}

Statement parse_routine(ParseState& state) {
    TokenReader& tokens = state.tokens;
    SyntaxTree& tree = *state.tree;
    const Place place = tokens.place();
    tokens.expect("hg");
    tokens.expect(".");
    RoutineStatement routine{.name = state.name_position(tokens.name("the name of a routine").text)};
    tokens.expect("(");
    routine.arguments.first = static_cast<std::uint32_t>(tree.arguments.size());
    while (!tokens.peek().is(")")) {
        if (routine.arguments.count > 0) tokens.expect(",");
        state.add(tree.arguments, parse_routine_argument(state));
        ++routine.arguments.count;
    }
    tokens.expect(")");
    return {.place = place, .body = routine};
}

}  // namespace hg::source
