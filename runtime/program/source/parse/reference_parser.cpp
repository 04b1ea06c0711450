#include <limits>

#include "runtime/program/source/parse/expression_parser.hpp"
#include "runtime/program/source/parse/statement_parsers.hpp"

namespace hg::source {
namespace {

/// Reads [-] 0.5, [-] inf or [-] nan; reads nothing if no such number comes next.
bool take_number(TokenReader& tokens, double& value) {
    TokenReader ahead = tokens;
    const bool is_negative = ahead.take("-");
    if (!is_negative) ahead.take("+");
    const Token number = ahead.peek();
    if (number.kind == TokenKind::integer || number.kind == TokenKind::real)
        value = number.real;
    else if (number.is("inf"))
        value = std::numeric_limits<double>::infinity();
    else if (number.is("nan"))
        value = std::numeric_limits<double>::quiet_NaN();
    else
        return false;
    ahead.take();
    if (is_negative) value = -value;
    tokens = ahead;
    return true;
}

/// Does the same, but accepts no integer.
bool take_real(TokenReader& tokens, double& value) {
    TokenReader ahead = tokens;
    if (!ahead.take("-")) ahead.take("+");
    return ahead.peek().kind != TokenKind::integer && take_number(tokens, value);
}

/// Reads the number or the integer expression between parentheses, or a complex number given by two numbers.
Argument in_brackets(ParseState& state) {
    TokenReader& tokens = state.tokens;
    Argument argument{.place = tokens.place()};
    tokens.expect("(");
    double real = 0;
    double imag = 0;
    const auto is_real = [&](TokenReader& ahead) { return take_real(ahead, real) && ahead.take(")"); };
    const auto is_complex = [&](TokenReader& ahead) {
        return take_number(ahead, real) && ahead.take(",") && take_number(ahead, imag) && ahead.take(")");
    };
    TokenReader behind_real = tokens;
    TokenReader behind_complex = tokens;
    const bool has_one = is_real(behind_real);
    if (has_one || is_complex(behind_complex)) {
        tokens = has_one ? behind_real : behind_complex;
        argument.kind = Argument::Kind::number;
        argument.number = ScalarValue(real, imag);
        return argument;
    }
    argument.value = parse_integer(state).id;
    tokens.expect(")");
    return argument;
}

Argument bound_scalar(ParseState& state) {
    Argument argument{.kind = Argument::Kind::scalar, .place = state.tokens.place()};
    argument.cell = state.named(state.tokens.name("the name of a scalar"), NameKind::scalar).cell;
    return argument;
}

/// Reads [i] after an array of registers or a list of devices.
ExpressionId element(ParseState& state) {
    state.tokens.expect("[");
    const ExpressionId found = parse_integer(state).id;
    state.tokens.expect("]");
    return found;
}

Argument integer_argument(ParseState& state, Dependence& depends) {
    const ParsedExpression parsed = parse_integer(state);
    depends |= parsed.depends;
    return {.kind = Argument::Kind::integer, .place = parsed.place, .value = parsed.id};
}

}  // namespace

void parse_first_element(ParseState& state, ExpressionId& row, ExpressionId& col) {
    state.tokens.expect("[");
    row = parse_integer(state).id;
    state.tokens.expect(",");
    col = parse_integer(state).id;
    state.tokens.expect("]");
}

ParsedExtent parse_extent(ParseState& state) {
    ParsedExtent extent;
    extent.rows = parse_integer(state).id;
    state.tokens.expect("x");
    extent.cols = parse_integer(state).id;
    return extent;
}

RegisterReference parse_register(ParseState& state) {
    const Token name = state.tokens.name("a register");
    const Named& named = state.named(name, "a register");
    RegisterReference reference{name.place, named.cell, kNoExpression};
    if (named.kind != NameKind::registers) {
        state.named(name, NameKind::reg);
        return reference;
    }
    reference.element = element(state);
    return reference;
}

DeviceReference parse_device(ParseState& state) {
    const Token name = state.tokens.name("a device");
    const Named& named = state.named(name, "a device");
    DeviceReference reference{.place = name.place, .kind = DeviceReference::Kind::cell, .cell = named.cell};
    if (named.kind != NameKind::devices) {
        state.named(name, NameKind::device);
        return reference;
    }
    reference.kind = DeviceReference::Kind::element;
    reference.element = element(state);
    return reference;
}

TileReference parse_tile(ParseState& state) {
    TokenReader& tokens = state.tokens;
    const Token name = tokens.name("a matrix");
    TileReference tile{.place = name.place, .matrix = state.named(name, NameKind::matrix).cell};
    parse_first_element(state, tile.row, tile.col);
    const auto ends = [&] {
        return tokens.at_line_end() || tokens.peek().is("lower") || tokens.peek().is("upper") ||
               tokens.peek().is("after") || tokens.peek().is("<-");
    };
    if (!ends()) {
        const ParsedExtent extent = parse_extent(state);
        tile.rows = extent.rows;
        tile.cols = extent.cols;
    }
    for (const TilePart part : {TilePart::lower, TilePart::upper})
        if (tile.part == TilePart::whole && tokens.take(hg::name(part))) tile.part = part;
    return tile;
}

Range parse_after(ParseState& state) {
    Range after{static_cast<std::uint32_t>(state.tree->marks.size()), 0};
    if (!state.tokens.take("after")) return after;
    do {
        const std::string_view mark = state.tokens.quoted("the name of a mark");
        state.add(state.tree->marks, state.name_position(mark));
        ++after.count;
    } while (state.tokens.take(","));
    return after;
}

Argument parse_scalar(ParseState& state) {
    TokenReader& tokens = state.tokens;
    Argument argument{.kind = Argument::Kind::number, .place = tokens.place()};
    if (tokens.peek().is("(")) return in_brackets(state);
    if (tokens.take("$")) return bound_scalar(state);
    if (tokens.peek().is("-") && tokens.peek_second().is("$"))
        tokens.fail("a scalar that is bound when the program runs cannot be negated");
    double value = 0;
    if (!take_number(tokens, value))
        tokens.fail_expected("a number, an integer expression in ( ), or $ and a scalar");
    argument.number = value;
    return argument;
}

Argument parse_routine_argument(ParseState& state) {
    TokenReader& tokens = state.tokens;
    if (tokens.take("$")) return bound_scalar(state);
    const Token token = tokens.peek();
    const bool is_part = token.is("lower") || token.is("upper");
    if (token.kind == TokenKind::word && (is_part || !is_reserved(token.text))) {
        const Named* named = state.scopes.find(token.text);
        const Token second = tokens.peek_second();
        if (named != nullptr && (named->kind == NameKind::reg || named->kind == NameKind::registers))
            return {.kind = Argument::Kind::reg, .place = token.place, .reg = parse_register(state)};
        if (named != nullptr && named->kind == NameKind::scalar) return bound_scalar(state);
        if (named == nullptr && (second.is(",") || second.is(")"))) {
            tokens.take();
            return {
                .kind = Argument::Kind::word, .place = token.place, .name = state.name_position(token.text)};
        }
    }
    TokenReader ahead = tokens;
    double value = 0;
    if (take_real(ahead, value) && (ahead.peek().is(",") || ahead.peek().is(")"))) {
        tokens = ahead;
        return {.kind = Argument::Kind::number, .place = token.place, .number = value};
    }
    Dependence depends = 0;
    return integer_argument(state, depends);
}

Argument parse_sub_argument(ParseState& state, SubParameter::Kind kind, Dependence& depends) {
    const Place place = state.tokens.place();
    switch (kind) {
        case SubParameter::Kind::integer:
            return integer_argument(state, depends);
        case SubParameter::Kind::reg:
            return {.kind = Argument::Kind::reg, .place = place, .reg = parse_register(state)};
        case SubParameter::Kind::device:
            return {.kind = Argument::Kind::device, .place = place, .device = parse_device(state)};
        case SubParameter::Kind::matrix:
            return {.kind = Argument::Kind::matrix,
                    .place = place,
                    .cell = state.named(state.tokens.name("a matrix"), NameKind::matrix).cell};
        case SubParameter::Kind::scalar:
            break;
    }
    return bound_scalar(state);
}

}  // namespace hg::source
