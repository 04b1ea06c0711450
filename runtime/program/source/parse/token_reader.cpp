#include "runtime/program/source/parse/token_reader.hpp"

namespace hg::source {
namespace {

constexpr std::size_t kMostShown = 40;
constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kLongestName = 255;

}  // namespace

std::string shown(const Token& token) {
    if (token.kind == TokenKind::end) return "the source ends";
    if (token.kind == TokenKind::line_end) return "the line ends";
    std::string text(token.text.substr(0, kMostShown));
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    if (token.text.size() > kMostShown) text += "...";
    return token.kind == TokenKind::text ? "found \"" + text + "\"" : "found `" + text + "`";
}

Token TokenReader::take() {
    const Token taken = token_;
    before_ = lexer_;
    token_ = lexer_.next();
    return taken;
}

bool TokenReader::take(std::string_view text) {
    if (!token_.is(text)) return false;
    take();
    return true;
}

void TokenReader::expect(std::string_view text) {
    if (!take(text)) fail_expected("`" + std::string(text) + "`");
}

void TokenReader::skip_lines() {
    while (token_.kind == TokenKind::line_end) take();
}

void TokenReader::end_statement() {
    if (!at_line_end()) fail_expected("the end of the line");
}

bool TokenReader::take_on_next_line(std::string_view word) {
    TokenReader ahead = *this;
    ahead.skip_lines();
    if (!ahead.take(word)) return false;
    *this = ahead;
    return true;
}

Token TokenReader::name(std::string_view what) {
    if (token_.kind != TokenKind::word) fail_expected(what);
    if (is_reserved(token_.text))
        fail("`" + std::string(token_.text) + "` is a reserved word, not " + std::string(what));
    if (token_.text.size() > kLongestName) fail("a name has at most 255 letters");
    return take();
}

std::string_view TokenReader::quoted(std::string_view what) {
    if (token_.kind != TokenKind::text) fail_expected(std::string(what) + " in double quotes");
    if (token_.text.size() > kLongestText) fail("a text has at most 4096 bytes");
    return take().text;
}

ElementType TokenReader::element_type() {
    const std::optional<ElementType> found = hg::element_type(token_.text);
    if (token_.kind != TokenKind::word || !found) {
        std::string all;
        for (ElementType known : kElementTypes)
            all += (all.empty() ? "" : ", ") + std::string(hg::name(known));
        fail_expected("an element type (" + all + ")");
    }
    take();
    return *found;
}

std::string_view TokenReader::rest_of_line() {
    lexer_ = before_;
    const std::string_view rest = lexer_.rest_of_line();
    take();
    return rest;
}

Token TokenReader::instruction_name() {
    lexer_ = before_;
    const Token found = lexer_.instruction_name();
    if (found.text.empty()) fail_expected("the name of an instruction");
    take();
    return found;
}

void TokenReader::fail_expected(std::string_view what) const {
    const bool ends = token_.kind == TokenKind::end || token_.kind == TokenKind::line_end;
    fail("expected " + std::string(what) + ", " + (ends ? "but " : "") + shown(token_));
}

}  // namespace hg::source
