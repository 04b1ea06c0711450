#pragma once

#include <string_view>

#include "runtime/program/source/parse/lexer.hpp"

namespace hg::source {

/// Determines the spaces between tokens in the standard form of a source: spaces around operators and after
/// commas, none just inside brackets.
class Spacing {
  public:
    /// Begins a statement. No space precedes its first token.
    void begin_statement(const Token& first);
    /// Returns the spaces before a token of the statement other than the first: none, one or two.
    std::string_view before(const Token& token);
    /// Returns true if the statement declares an instruction and the token, at the beginning of a line,
    /// begins one of its clauses.
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
