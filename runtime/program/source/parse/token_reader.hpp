#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/program/source/parse/lexer.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg::source {

/// Reads the tokens of a source one after the other. A function that expects a token and finds another one
/// throws Error{invalid_program}.
class TokenReader {
  public:
    explicit TokenReader(const SourceText& source)
        : source_(&source), lexer_(source), token_(lexer_.next()) {}

    /// Returns the next token without reading it.
    [[nodiscard]] const Token& peek() const noexcept { return token_; }
    /// Returns the token after the next one without reading it.
    [[nodiscard]] Token peek_second() const {
        Lexer ahead = lexer_;
        return ahead.next();
    }
    [[nodiscard]] Place place() const noexcept { return token_.place; }
    [[nodiscard]] bool at_end() const noexcept { return token_.kind == TokenKind::end; }
    [[nodiscard]] bool at_line_end() const noexcept {
        return token_.kind == TokenKind::line_end || at_end() || token_.is("}");
    }

    /// Reads the next token.
    Token take();
    /// Reads the word or symbol if it comes next, and returns whether it did.
    bool take(std::string_view text);
    void expect(std::string_view text);
    void skip_lines();
    /// Requires that the statement ends here.
    void end_statement();
    /// Reads line ends and the word after them if these come next, and returns whether they did.
    bool take_on_next_line(std::string_view word);

    /// Reads a word that may be a name.
    Token name(std::string_view what);
    /// Reads a text in double quotes and returns it without them.
    std::string_view quoted(std::string_view what);
    ElementType element_type();
    /// Reads the text from the end of the last token to the end of the line, instead of the next token.
    std::string_view rest_of_line();
    /// Reads the name of an instruction instead of the next token.
    Token instruction_name();

    [[noreturn]] void fail(const std::string& message) const { source_->fail(token_.place, message); }
    [[noreturn]] void fail(Place place, const std::string& message) const { source_->fail(place, message); }
    [[noreturn]] void fail_expected(std::string_view what) const;

  private:
    const SourceText* source_;
    Lexer lexer_;             ///< just after token_
    Lexer before_{*source_};  ///< just before token_
    Token token_;
};

/// Returns the token in a form for messages.
std::string shown(const Token& token);

}  // namespace hg::source
