#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/program/source/source_text.hpp"

namespace hg::source {

enum class TokenKind : std::uint8_t { word, integer, real, text, symbol, line_end, end };

struct Token {
    TokenKind kind = TokenKind::end;
    Place place = 0;
    std::string_view text;     ///< as in the source; a text without its quotes
    std::int64_t integer = 0;  ///< the value of an integer
    double real = 0;           ///< the value of a real number or an integer

    /// Returns true for the word or symbol `other`.
    [[nodiscard]] bool is(std::string_view other) const noexcept {
        return (kind == TokenKind::word || kind == TokenKind::symbol) && text == other;
    }
};

/// Returns true for words that cannot be names.
bool is_reserved(std::string_view word) noexcept;

/// Splits a source into tokens. Lines continue inside ( ) and [ ] and after `,` and operators. A copy of the
/// lexer can look ahead.
class Lexer {
  public:
    explicit Lexer(const SourceText& source) : source_(&source) {}

    /// Reads the next token; at the end of the source, it is always `end`. Throws Error{invalid_program} if
    /// the text is not a token.
    Token next();
    /// Reads the rest of the line.
    std::string_view rest_of_line();
    /// Reads an instruction's name, which consists of letters, digits, '_', '.' and '-'. Returns a token
    /// without text if there is none.
    Token instruction_name();

  private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const noexcept {
        return at_ + ahead < source_->text().size() ? source_->text()[at_ + ahead] : '\0';
    }
    [[nodiscard]] bool at_end() const noexcept { return at_ >= source_->text().size(); }
    void skip_space();
    [[nodiscard]] std::size_t size_of_word() const noexcept;
    Token number();
    Token quoted();
    Token symbol();
    /// Reads the token of `size` bytes that begins here.
    Token take(TokenKind kind, std::size_t size);

    const SourceText* source_;
    std::size_t at_ = 0;
    std::size_t extent_ = std::string_view::npos;  ///< the place of the x in 16x16, if one comes next
    int brackets_ = 0;                             ///< the number of open brackets
    bool continues_ = false;                       ///< the last token was `,` or an operator
};

}  // namespace hg::source
