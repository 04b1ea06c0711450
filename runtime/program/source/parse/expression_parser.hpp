#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/program/source/parse/parse_state.hpp"

namespace hg::source {

/// An expression of the tree, and which loops' variables it depends on.
struct ParsedExpression {
    ExpressionId id = kNoExpression;
    Dependence depends = 0;
    Place place = 0;
    bool is_condition = false;
};

/// Reads expressions, by precedence: or; and; not; comparisons; + -; * / %; signs.
class ExpressionParser {
  public:
    /// `operands` are those whose rows, columns and leading dimensions an instruction's expressions name.
    explicit ExpressionParser(ParseState& state, std::span<const Operand> operands = {})
        : state_(&state), tree_(state.tree), tokens_(&state.tokens), operands_(operands) {}

    ParsedExpression integer();
    ParsedExpression condition();
    /// An expression that decides how many commands follow.
    ExpressionId control();

  private:
    enum class OperandKind : std::uint8_t { integer, condition };

    /// Operands of one precedence with the operators between them; `next` reads an operand.
    template <class Operators, class Next>
    ParsedExpression joined(const Operators& operators, OperandKind kind, const Next& next);
    ParsedExpression either();
    ParsedExpression both();
    ParsedExpression no();
    ParsedExpression comparison();
    ParsedExpression sum();
    ParsedExpression product();
    ParsedExpression term();
    ParsedExpression sign();
    ParsedExpression primary();
    ParsedExpression word();
    ParsedExpression function(const Token& name);
    ParsedExpression folded(const Token& name, Operator op);
    ParsedExpression count(const Token& name);
    ParsedExpression shape(const Token& name, Operator op);
    ParsedExpression variable(const Token& name);

    ParsedExpression add(const Expression& expression, Dependence depends, bool is_condition = false);
    ParsedExpression add(Operator op, Place place, const ParsedExpression& left,
                         const ParsedExpression& right);
    ParsedExpression add(Operator op, Place place, const ParsedExpression& operand);
    void require(OperandKind kind, const ParsedExpression& operand, const Token& sign) const;
    void require_integer(const ParsedExpression& parsed, std::string_view what) const;
    void require_condition(const ParsedExpression& parsed, std::string_view what) const;
    [[noreturn]] void fail_of_default(const Token& name) const;
    void deeper();

    ParseState* state_;
    SyntaxTree* tree_;
    TokenReader* tokens_;
    std::span<const Operand> operands_;
    int depth_ = 0;
    std::size_t parts_ = 0;
};

}  // namespace hg::source
