#include "runtime/program/source/parse/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg::source {
namespace {

constexpr std::array<std::string_view, 36> kReserved{
    "hg",     "program",  "param", "let",   "matrix",      "scalar", "device", "devices",    "register",
    "window", "sub",      "for",   "in",    "instruction", "step",   "if",     "else",       "and",
    "or",     "not",      "LD",    "ST",    "EXEC",        "EXEC2",  "MARK",   "BAR",        "after",
    "policy", "resident", "lower", "upper", "ld",          "read",   "write",  "read_write", "machine"};
constexpr std::array<std::string_view, 6> kLongSymbols{"<-", "..", "==", "!=", "<=", ">="};
constexpr std::string_view kSymbols = "()[]{},;=+-*/%<>@$.:";
constexpr std::array<std::string_view, 15> kContinuing{",",  "+",  "-",  "*", "/",  "%", "=", "<-",
                                                       "..", "==", "!=", "<", "<=", ">", ">="};

bool is_digit_of_number(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter_of_word(char c) {
    return is_identifier({&c, 1});
}
bool continues_line(const Token& token) {
    if (token.kind == TokenKind::word)
        return token.text == "and" || token.text == "or" || token.text == "not";
    return token.kind == TokenKind::symbol &&
           std::find(kContinuing.begin(), kContinuing.end(), token.text) != kContinuing.end();
}

}  // namespace

bool is_reserved(std::string_view word) noexcept {
    return element_type(word) || std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end();
}

Token Lexer::next() {
    skip_space();
    const char c = peek();
    Token token;
    if (at_end())
        token = take(TokenKind::end, 0);
    else if (c == '\n')
        token = take(TokenKind::line_end, 1);
    else if (is_digit_of_number(c))
        token = number();
    else if (c == '"')
        token = quoted();
    else if (is_letter_of_word(c))
        token = take(TokenKind::word, size_of_word());
    else
        token = symbol();
    continues_ = continues_line(token);
    return token;
}

std::string_view Lexer::rest_of_line() {
    const std::size_t end = std::min(source_->text().find('\n', at_), source_->text().size());
    const std::string_view rest = source_->text().substr(at_, end - at_);
    at_ = end;
    continues_ = false;
    return rest;
}

Token Lexer::instruction_name() {
    skip_space();
    std::size_t size = 0;
    while (is_letter_of_word(peek(size)) || peek(size) == '.' || peek(size) == '-') ++size;
    continues_ = false;
    return take(TokenKind::word, size);
}

std::size_t Lexer::size_of_word() const noexcept {
    if (at_ == extent_) return 1;
    std::size_t size = 1;
    while (is_letter_of_word(peek(size))) ++size;
    return size;
}

void Lexer::skip_space() {
    for (; !at_end(); ++at_) {
        const char c = peek();
        const bool is_line_end = c == '\n';
        if (c == '#') at_ = std::min(source_->text().find('\n', at_), source_->text().size()) - 1;
        if (is_line_end && brackets_ == 0 && !continues_) return;
        if (!is_line_end && c != ' ' && c != '\t' && c != '\r' && c != '#') return;
    }
}

Token Lexer::number() {
    std::size_t size = 0;
    const auto digits = [&] {
        while (is_digit_of_number(peek(size))) ++size;
    };
    digits();
    bool is_real = false;
    if (peek(size) == '.' && peek(size + 1) != '.') {
        is_real = true;
        ++size;
        digits();
    }
    if (peek(size) == 'e' || peek(size) == 'E') {
        const std::size_t sign = peek(size + 1) == '-' || peek(size + 1) == '+' ? 1 : 0;
        if (is_digit_of_number(peek(size + 1 + sign))) {
            is_real = true;
            size += 1 + sign;
            digits();
        }
    }
    // 16x16 is an extent.
    const bool is_extent = !is_real && peek(size) == 'x' &&
                           (is_digit_of_number(peek(size + 1)) || !is_letter_of_word(peek(size + 1)));
    if (is_letter_of_word(peek(size)) && !is_extent)
        source_->fail(static_cast<Place>(at_), "a name must not begin with a digit");
    Token token = take(is_real ? TokenKind::real : TokenKind::integer, size);
    const char* const begin = token.text.data();
    const char* const end = begin + token.text.size();
    if (std::from_chars(begin, end, token.real).ec != std::errc{})
        source_->fail(token.place, "the number " + std::string(token.text.substr(0, 40)) +
                                       " is out of range for a double");
    if (!is_real && std::from_chars(begin, end, token.integer).ec != std::errc{})
        source_->fail(token.place,
                      "the integer " + std::string(token.text.substr(0, 40)) + " does not fit in 64 bits");
    if (is_extent) extent_ = at_;
    return token;
}

Token Lexer::quoted() {
    const std::size_t end = source_->text().find_first_of("\"\\\r\n", at_ + 1);
    if (end == std::string_view::npos || source_->text()[end] != '"')
        source_->fail(static_cast<Place>(at_),
                      "a text needs a closing quote on its line, without a backslash before it");
    Token token = take(TokenKind::text, end + 1 - at_);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
}

Token Lexer::symbol() {
    for (std::string_view known : kLongSymbols)
        if (source_->text().substr(at_, known.size()) == known) return take(TokenKind::symbol, known.size());
    const char c = peek();
    if (kSymbols.find(c) == std::string_view::npos) {
        const std::string shown = c > ' ' && c <= '~' ? std::string("`") + c + "`" : "this byte";
        source_->fail(static_cast<Place>(at_), shown + " has no meaning here");
    }
    if (c == '(' || c == '[') ++brackets_;
    if ((c == ')' || c == ']') && brackets_ > 0) --brackets_;
    return take(TokenKind::symbol, 1);
}

Token Lexer::take(TokenKind kind, std::size_t size) {
    Token token{kind, static_cast<Place>(at_), source_->text().substr(at_, size)};
    at_ += size;
    return token;
}

}  // namespace hg::source
