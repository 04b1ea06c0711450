#include "runtime/program/source/parse/expression_parser.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace hg::source {
namespace {

using OperatorRow = std::pair<std::string_view, Operator>;
constexpr std::array<OperatorRow, 6> kComparisons{{{"==", Operator::equal},
                                                   {"!=", Operator::not_equal},
                                                   {"<", Operator::less},
                                                   {"<=", Operator::less_equal},
                                                   {">", Operator::greater},
                                                   {">=", Operator::greater_equal}}};
constexpr std::array<OperatorRow, 1> kOr{{{"or", Operator::either}}};
constexpr std::array<OperatorRow, 1> kAnd{{{"and", Operator::both}}};
constexpr std::array<OperatorRow, 2> kSums{{{"+", Operator::add}, {"-", Operator::subtract}}};
constexpr std::array<OperatorRow, 3> kProducts{
    {{"*", Operator::multiply}, {"/", Operator::divide}, {"%", Operator::modulo}}};
constexpr std::array<OperatorRow, 3> kShapes{
    {{"rows", Operator::rows}, {"cols", Operator::cols}, {"ld", Operator::ld}}};

constexpr std::string_view kArithmetic = "arithmetic takes integers";

template <std::size_t count>
std::optional<Operator> operator_of(const Token& token, const std::array<OperatorRow, count>& rows) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return token.is(row.first); });
    return found == rows.end() ? std::nullopt : std::optional(found->second);
}

/// Reads expressions, by precedence: or; and; not; comparisons; + -; * / %; signs.
class ExpressionParser {
  public:
    ExpressionParser(ParseState& state, std::span<const Operand> operands)
        : state_(&state), tree_(state.tree), tokens_(&state.tokens), operands_(operands) {}

    ParsedExpression integer() {
        parts_ = 0;
        const ParsedExpression parsed = either();
        require_integer(parsed, "an integer is needed here");
        return parsed;
    }

    ParsedExpression condition() {
        parts_ = 0;
        const ParsedExpression parsed = either();
        require_condition(parsed, "`if`");
        return parsed;
    }

  private:
    enum class OperandKind : std::uint8_t { integer, condition };

    /// Reads operands with operators of one precedence between them; `next` reads an operand.
    template <class Operators, class Next>
    ParsedExpression joined(const Operators& operators, OperandKind kind, const Next& next) {
        ParsedExpression left = next();
        while (const std::optional<Operator> op = operator_of(tokens_->peek(), operators)) {
            const Token sign = tokens_->take();
            require(kind, left, sign);
            const ParsedExpression right = next();
            require(kind, right, sign);
            left = add(*op, sign.place, left, right);
        }
        return left;
    }

    ParsedExpression either() {
        return joined(kOr, OperandKind::condition, [&] { return both(); });
    }

    ParsedExpression both() {
        return joined(kAnd, OperandKind::condition, [&] { return no(); });
    }

    ParsedExpression no() {
        if (!tokens_->peek().is("not")) return comparison();
        deeper();
        const Place place = tokens_->take().place;
        const ParsedExpression operand = no();
        --depth_;
        require_condition(operand, "`not`");
        return add(Operator::no, place, operand);
    }

    ParsedExpression comparison() {
        const ParsedExpression left = sum();
        const std::optional<Operator> op = operator_of(tokens_->peek(), kComparisons);
        if (!op) return left;
        const Place place = tokens_->take().place;
        require_integer(left, "comparisons take integers");
        const ParsedExpression right = sum();
        require_integer(right, "comparisons take integers");
        if (operator_of(tokens_->peek(), kComparisons))
            tokens_->fail("comparisons cannot be chained: use `and`");
        return add(*op, place, left, right);
    }

    ParsedExpression sum() {
        return joined(kSums, OperandKind::integer, [&] { return product(); });
    }

    ParsedExpression product() {
        return joined(kProducts, OperandKind::integer, [&] { return sign(); });
    }

    /// Reads a sum as an operand of arithmetic.
    ParsedExpression term() {
        const ParsedExpression parsed = sum();
        require_integer(parsed, kArithmetic);
        return parsed;
    }

    ParsedExpression sign() {
        const bool is_minus = tokens_->peek().is("-");
        if (!is_minus && !tokens_->peek().is("+")) return primary();
        deeper();
        const Place place = tokens_->take().place;
        const ParsedExpression operand = sign();
        --depth_;
        require_integer(operand, kArithmetic);
        return is_minus ? add(Operator::negate, place, operand) : operand;
    }

    ParsedExpression primary() {
        const Token& token = tokens_->peek();
        if (token.kind == TokenKind::integer) {
            const Token number = tokens_->take();
            return add({.value = number.integer, .place = number.place}, 0);
        }
        if (token.kind == TokenKind::real)
            tokens_->fail(
                "a number that is not an integer is allowed only as a scalar of EXEC or of a library "
                "routine");
        if (token.is("(")) {
            deeper();
            tokens_->take();
            const ParsedExpression inner = either();
            tokens_->expect(")");
            --depth_;
            return inner;
        }
        return word();
    }

    ParsedExpression word() {
        if (tokens_->peek().kind != TokenKind::word) tokens_->fail_expected("an integer");
        const bool is_ld = tokens_->peek().is("ld") && !operands_.empty();
        const Token name = is_ld ? tokens_->take() : tokens_->name("an integer");
        return tokens_->peek().is("(") ? function(name) : variable(name);
    }

    ParsedExpression function(const Token& name) {
        deeper();
        tokens_->expect("(");
        ParsedExpression result;
        if (name.is("min"))
            result = folded(name, Operator::minimum);
        else if (name.is("max"))
            result = folded(name, Operator::maximum);
        else if (name.is("count"))
            result = count(name);
        else if (const std::optional<Operator> op = operator_of(name, kShapes))
            result = shape(name, *op);
        else if (name.is("abs") || name.is("ceil")) {
            const ParsedExpression first = term();
            if (name.is("abs")) {
                result = add(Operator::absolute, name.place, first);
            } else {
                tokens_->expect(",");
                result = add(Operator::ceil_divide, name.place, first, term());
            }
        } else {
            tokens_->fail(name.place, "no function is called `" + std::string(name.text) +
                                          "`; the functions are min, max, ceil, abs and count");
        }
        tokens_->expect(")");
        --depth_;
        return result;
    }

    ParsedExpression folded(const Token& name, Operator op) {
        ParsedExpression result = term();
        while (tokens_->take(",")) result = add(op, name.place, result, term());
        return result;
    }

    ParsedExpression count(const Token& name) {
        if (state_->only_parameters) fail_of_default(name);
        const Token list = tokens_->name("a list of devices");
        const Named& named = state_->named(list, "a list of devices");
        if (named.kind == NameKind::registers)
            return add({.value = static_cast<std::int64_t>(named.cell) + 1,
                        .place = name.place,
                        .op = Operator::variable},
                       named.depends);
        state_->named(list, NameKind::devices);
        return add({.place = name.place, .op = Operator::count_of_devices}, 0);
    }

    ParsedExpression shape(const Token& name, Operator op) {
        if (operands_.empty())
            tokens_->fail(name.place, "`" + std::string(name.text) +
                                          "` is allowed only in an instruction's geometry, flops and bytes");
        const Token operand = tokens_->name("an operand");
        const auto found = std::find_if(operands_.begin(), operands_.end(),
                                        [&](const Operand& o) { return o.name == operand.text; });
        if (found == operands_.end())
            tokens_->fail(operand.place, "no operand is called `" + std::string(operand.text) + "`");
        return add({.value = found - operands_.begin(), .place = name.place, .op = op}, 0);
    }

    ParsedExpression variable(const Token& name) {
        const Named& named = state_->named(name, "an integer");
        if (named.kind != NameKind::parameter) state_->named(name, NameKind::integer);
        if (named.kind != NameKind::parameter && state_->only_parameters) fail_of_default(name);
        return add(
            {.value = static_cast<std::int64_t>(named.cell), .place = name.place, .op = Operator::variable},
            named.depends);
    }

    ParsedExpression add(const Expression& expression, Dependence depends, bool is_condition = false) {
        if (++parts_ > kMostExpressionParts)
            tokens_->fail(expression.place,
                          "an expression has at most " + std::to_string(kMostExpressionParts) + " parts");
        const auto id = static_cast<ExpressionId>(state_->add(tree_->expressions, expression));
        return {id, depends, expression.place, is_condition};
    }

    ParsedExpression add(Operator op, Place place, const ParsedExpression& left,
                         const ParsedExpression& right) {
        return add({.left = left.id, .right = right.id, .place = place, .op = op},
                   left.depends | right.depends, op >= Operator::equal);
    }

    ParsedExpression add(Operator op, Place place, const ParsedExpression& operand) {
        return add({.left = operand.id, .place = place, .op = op}, operand.depends, op == Operator::no);
    }

    void require(OperandKind kind, const ParsedExpression& operand, const Token& sign) const {
        if (kind == OperandKind::integer)
            require_integer(operand, kArithmetic);
        else
            require_condition(operand, "`" + std::string(sign.text) + "`");
    }

    void require_integer(const ParsedExpression& parsed, std::string_view what) const {
        if (parsed.is_condition) tokens_->fail(parsed.place, std::string(what) + ", not a condition");
    }

    void require_condition(const ParsedExpression& parsed, std::string_view what) const {
        if (!parsed.is_condition)
            tokens_->fail(parsed.place, std::string(what) + " takes a condition, not an integer");
    }

    [[noreturn]] void fail_of_default(const Token& name) const {
        tokens_->fail(name.place, "a parameter's default may use only numbers and parameters above it");
    }

    void deeper() {
        if (++depth_ > kMostNesting)
            tokens_->fail("an expression is nested deeper than " + std::to_string(kMostNesting));
    }

    ParseState* state_;
    SyntaxTree* tree_;
    TokenReader* tokens_;
    std::span<const Operand> operands_;
    int depth_ = 0;
    std::size_t parts_ = 0;
};

}  // namespace

ParsedExpression parse_integer(ParseState& state, std::span<const Operand> operands) {
    return ExpressionParser(state, operands).integer();
}

ParsedExpression parse_condition(ParseState& state) {
    return ExpressionParser(state, {}).condition();
}

}  // namespace hg::source
