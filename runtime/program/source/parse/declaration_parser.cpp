#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "runtime/program/source/parse/expression_parser.hpp"
#include "runtime/program/source/parse/statement_parsers.hpp"
#include <hg/runtime/program/text.hpp>

namespace hg::source {
namespace {

/// Reads the new name. It is declared only after its initial value is parsed, so that the value cannot refer
/// to it.
Token new_name(ParseState& state) {
    return state.tokens.name("a new name");
}

void require_room(const ParseState& state, const Token& name, std::size_t count, std::string_view what) {
    if (count >= kMostDeclarations)
        state.tokens.fail(name.place, "a source has at most " + std::to_string(kMostDeclarations) + " " +
                                          std::string(what));
}

Statement parameter(ParseState& state) {
    SyntaxTree& tree = *state.tree;
    ParameterDeclaration declared;
    const Token name = new_name(state);
    require_room(state, name, tree.parameters.size(), "parameters");
    declared.name = name.text;
    declared.place = name.place;
    if (state.tokens.take("=")) {
        const Place begin = state.tokens.place();
        state.only_parameters = true;
        declared.value = parse_integer(state).id;
        state.only_parameters = false;
        declared.value_text = tree.source.between(begin, state.tokens.place());
        const std::size_t end = declared.value_text.find_first_of("#\r\n}");
        declared.value_text.erase(std::min(end, declared.value_text.size()));
        while (declared.value_text.ends_with(' ')) declared.value_text.pop_back();
    }
    declared.cell = state.new_cell();
    state.declare(name, NameKind::parameter, declared.cell);
    state.add(tree.parameters, std::move(declared));
    return {.place = name.place, .body = EmptyStatement{}};
}

Statement let(ParseState& state) {
    const Token name = new_name(state);
    state.tokens.expect("=");
    const ParsedExpression value = parse_integer(state);
    const Cell cell = state.new_cell();
    state.declare(name, NameKind::integer, cell, value.depends);
    return {.place = name.place, .body = LetStatement{cell, value.id}};
}

Statement matrix(ParseState& state) {
    const Token name = new_name(state);
    require_room(state, name, state.matrices++, "matrices");
    MatrixStatement matrix{.name = state.name_position(name.text), .type = state.tokens.element_type()};
    const ParsedExtent extent = parse_extent(state);
    matrix.rows = extent.rows;
    matrix.cols = extent.cols;
    matrix.cell = state.new_cell();
    state.declare(name, NameKind::matrix, matrix.cell);
    return {.place = name.place, .body = matrix};
}

Statement scalar(ParseState& state) {
    const Token name = new_name(state);
    require_room(state, name, state.scalars++, "scalars");
    const Cell cell = state.new_cell();
    state.declare(name, NameKind::scalar, cell);
    return {.place = name.place, .body = ScalarStatement{cell, state.name_position(name.text)}};
}

/// Reads a list of devices, which needs no action when the program is built.
Statement devices(ParseState& state) {
    const Token name = new_name(state);
    state.declare(name, NameKind::devices, Cell{});
    return {.place = name.place, .body = EmptyStatement{}};
}

/// Reads the rest of a line whose form is that of a program's text.
Target machine_of_line(ParseState& state, Place place, const std::string& begin) {
    const std::string line = begin + " " + std::string(state.tokens.rest_of_line());
    try {
        return parse("hg program 1\n" + line, nullptr).target();
    } catch (const Error& error) {
        state.tokens.fail(place, error.message());
    }
}

/// Reads what the devices that the source itself declares have in common.
Statement machine(ParseState& state) {
    const Place place = state.tokens.place();
    if (state.machine_place) state.tokens.fail(place, "there is a second `machine`");
    state.machine_place = place;
    Target& target = state.tree->target;
    std::vector<DeviceModel> devices = std::move(target.devices);
    target = machine_of_line(state, place, "machine");
    target.devices = std::move(devices);
    return {.place = place, .body = EmptyStatement{}};
}

/// Reads a device that the source itself declares, in the form of a line of a program's text.
Statement device(ParseState& state) {
    std::vector<DeviceModel>& all = state.tree->target.devices;
    const Token name = new_name(state);
    require_room(state, name, all.size(), "devices");
    all.push_back(machine_of_line(state, name.place, "device " + std::string(name.text)).devices.front());
    const Cell cell = state.new_cell();
    state.declare(name, NameKind::device, cell);
    return {.place = name.place, .body = DeviceStatement{cell, static_cast<DeviceIndex>(all.size() - 1)}};
}

/// Reads the rest of a register's declaration: type, extents, leading dimension and device.
void shape_and_place(ParseState& state, const Token& name, RegisterStatement& found) {
    TokenReader& tokens = state.tokens;
    found.type = tokens.element_type();
    const ParsedExtent extent = parse_extent(state);
    found.rows = extent.rows;
    found.cols = extent.cols;
    if (tokens.take("ld")) found.ld = parse_integer(state).id;
    DeviceReference device{.place = name.place};
    if (tokens.take("@")) device = parse_device(state);
    found.device = state.add(state.tree->devices, device);
}

Statement registers(ParseState& state) {
    TokenReader& tokens = state.tokens;
    const Token name = new_name(state);
    RegisterStatement found{.name = state.name_position(name.text)};
    Dependence depends = 0;
    const bool is_array = tokens.take("[");
    if (is_array) {
        const ParsedExpression count = parse_integer(state);
        found.count = count.id;
        depends = count.depends;
        state.control |= depends;
        tokens.expect("]");
    }
    shape_and_place(state, name, found);
    found.cell = state.new_cell(is_array ? 2 : 1);
    state.declare(name, is_array ? NameKind::registers : NameKind::reg, found.cell, depends);
    return {.place = name.place, .body = found};
}

/// Reads a register whose memory is bound when the program runs.
Statement resident(ParseState& state) {
    const Token name = new_name(state);
    require_room(state, name, state.residents++, "resident registers");
    RegisterStatement found{.name = state.name_position(name.text), .is_resident = true};
    shape_and_place(state, name, found);
    found.cell = state.new_cell();
    state.declare(name, NameKind::reg, found.cell);
    return {.place = name.place, .body = found};
}

Statement window(ParseState& state) {
    TokenReader& tokens = state.tokens;
    const Token name = new_name(state);
    tokens.expect("=");
    WindowStatement window{.of = parse_register(state)};
    parse_first_element(state, window.row, window.col);
    const ParsedExtent extent = parse_extent(state);
    window.rows = extent.rows;
    window.cols = extent.cols;
    window.cell = state.new_cell();
    state.declare(name, NameKind::reg, window.cell);
    return {.place = name.place, .body = window};
}

Statement instruction(ParseState& state) {
    const Place place = state.tokens.place();
    return {.place = place, .body = parse_instruction(state)};
}

Statement policy(ParseState& state) {
    const Place place = state.tree->order_place = state.tokens.place();
    if (state.tokens.take("priority"))
        state.tree->order = CommandOrder::priority;
    else if (state.tokens.take("program"))
        state.tree->order = CommandOrder::program;
    else
        state.tokens.fail_expected("program or priority");
    return {.place = place, .body = EmptyStatement{}};
}

struct Declaration {
    std::string_view word;
    Statement (*parse)(ParseState&);
    bool anywhere;  ///< also allowed in blocks
};

constexpr std::array<Declaration, 12> kDeclarations{{{"param", parameter, false},
                                                     {"let", let, true},
                                                     {"matrix", matrix, false},
                                                     {"scalar", scalar, false},
                                                     {"devices", devices, false},
                                                     {"device", device, false},
                                                     {"machine", machine, false},
                                                     {"register", registers, true},
                                                     {"resident", resident, false},
                                                     {"window", window, true},
                                                     {"instruction", instruction, false},
                                                     {"policy", policy, false}}};

}  // namespace

std::optional<Statement> parse_declaration(ParseState& state) {
    for (const Declaration& declaration : kDeclarations) {
        if (!state.tokens.peek().is(declaration.word)) continue;
        if (!declaration.anywhere && state.scopes.level() > 0)
            state.tokens.fail("`" + std::string(declaration.word) +
                              "` is allowed only outside blocks and subs");
        state.tokens.take();
        return declaration.parse(state);
    }
    return std::nullopt;
}

}  // namespace hg::source
