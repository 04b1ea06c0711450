#pragma once

#include <string_view>

#include "runtime/program/source/parse/lexer.hpp"

namespace hg::source {

/// How tokens stand side by side in the standard form of a source: spaces around operators and after commas,
/// none inside of brackets.
class Spacing {
  public:
    /// A statement begins: with its first token comes no space.
    void begin_statement(const Token& first);
    /// What stands before a token of the statement that is not the first: nothing, a space, or two.
    std::string_view before(const Token& token);
    /// True if the statement declares an instruction and the token begins one of its clauses, if a line
    /// begins with it.
    [[nodiscard]] bool is_clause(const Token& token) const;

  private:
    [[nodiscard]] std::string_view gap(const Token& token) const;
    [[nodiscard]] bool ends_operand() const;
    [[nodiscard]] bool calls() const;
    void take(const Token& token);

    Token last_;
    int brackets_ = 0;
    bool declares_ = false;  ///< the statement declares an instruction
    bool begins_ = false;    ///< the last token is the first
    bool is_sign_ = false;   ///< the last token is the sign of what follows
    bool is_times_ = false;  ///< the last token is the x of an extent
};

}  // namespace hg::source
