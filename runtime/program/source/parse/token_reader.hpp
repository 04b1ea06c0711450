#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/program/source/parse/lexer.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::source {

/// The tokens of a source, one after the other. What expects a token and finds another throws
/// Error{invalid_program}.
class TokenReader {
  public:
    explicit TokenReader(const SourceText& source)
        : source_(&source), lexer_(source), token_(lexer_.next()) {}

    /// The token that comes next.
    [[nodiscard]] const Token& peek() const noexcept { return token_; }
    /// The token after it.
    [[nodiscard]] Token peek_second() const {
        Lexer ahead = lexer_;
        return ahead.next();
    }
    [[nodiscard]] Place place() const noexcept { return token_.place; }
    [[nodiscard]] bool at_end() const noexcept { return token_.kind == TokenKind::end; }
    [[nodiscard]] bool at_line_end() const noexcept {
        return token_.kind == TokenKind::line_end || at_end() || token_.is("}");
    }

    /// The next token, which is then read.
    Token take();
    /// Reads the word or symbol if it comes next.
    bool take(std::string_view text);
    void expect(std::string_view text);
    void skip_lines();
    /// Nothing more in this statement.
    void end_statement();
    /// Reads the line ends before the word if it comes after them.
    bool take_on_next_line(std::string_view word);

    /// A word that can be a name.
    Token name(std::string_view what);
    /// What is between double quotes.
    std::string_view quoted(std::string_view what);
    ElementType element_type();
    /// In place of the token that comes next: what follows the last token up to the end of the line.
    std::string_view rest_of_line();
    /// In place of the token that comes next: the name of an instruction.
    Token instruction_name();

    [[noreturn]] void fail(const std::string& message) const { source_->fail(token_.place, message); }
    [[noreturn]] void fail(Place place, const std::string& message) const { source_->fail(place, message); }
    [[noreturn]] void fail_expected(std::string_view what) const;

  private:
    const SourceText* source_;
    Lexer lexer_;             ///< behind token_
    Lexer before_{*source_};  ///< before token_
    Token token_;
};

/// The token, fit to be shown.
std::string shown(const Token& token);

}  // namespace hg::source
