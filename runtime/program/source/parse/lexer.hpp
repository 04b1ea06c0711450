#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/program/source/source_text.hpp"

namespace hg::source {

enum class TokenKind : std::uint8_t { word, integer, real, text, symbol, line_end, end };

struct Token {
    TokenKind kind = TokenKind::end;
    Place place = 0;
    std::string_view text;     ///< as it stands in the source; of a text, what is between the quotes
    std::int64_t integer = 0;  ///< of an integer
    double real = 0;           ///< of a real number or an integer

    /// True for the word or symbol `other`.
    [[nodiscard]] bool is(std::string_view other) const noexcept {
        return (kind == TokenKind::word || kind == TokenKind::symbol) && text == other;
    }
};

/// Words that cannot be names.
bool is_reserved(std::string_view word) noexcept;

/// Reads a source from the left to the right. Lines go on inside ( ) and [ ], and after `,` and operators. It
/// is copied to look ahead.
class Lexer {
  public:
    explicit Lexer(const SourceText& source) : source_(&source) {}

    /// The next token; at the end, `end` again and again. Throws Error{invalid_program} for what is none.
    Token next();
    /// The rest of the line, which is then read.
    std::string_view rest_of_line();
    /// An instruction's name next: letters, digits, '_', '.' and '-'. A token without text if there is none.
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
    /// The token of `size` bytes that begins here.
    Token take(TokenKind kind, std::size_t size);

    const SourceText* source_;
    std::size_t at_ = 0;
    std::size_t extent_ = std::string_view::npos;  ///< the x in 16x16, if one comes next
    int brackets_ = 0;                             ///< how many are open
    bool continues_ = false;                       ///< the last token was `,` or an operator
};

}  // namespace hg::source
