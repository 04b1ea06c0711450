#include "runtime/program/source/format/spacing.hpp"

#include <algorithm>
#include <array>

namespace hg::source {
namespace {

constexpr std::array<std::string_view, 7> kClauses{"entry", "geometry", "flops", "bytes",
                                                   "needs", "options",  "host"};
constexpr std::array<std::string_view, 4> kWordsOfClauses{"from", "local", "work_group", "compute_units"};
constexpr std::array<std::string_view, 8> kFunctions{"min",   "max",  "abs",  "ceil",
                                                     "count", "rows", "cols", "ld"};

template <std::size_t count>
bool is_one_of(const Token& token, const std::array<std::string_view, count>& words) {
    return token.kind == TokenKind::word && std::find(words.begin(), words.end(), token.text) != words.end();
}

bool is_symbol(const Token& token, std::string_view symbols) {
    return token.kind == TokenKind::symbol && token.text.size() == 1 &&
           symbols.find(token.text.front()) != std::string_view::npos;
}

}  // namespace

void Spacing::begin_statement(const Token& first) {
    *this = Spacing();
    declares_ = first.is("instruction");
    begins_ = true;
    take(first);
}

std::string_view Spacing::before(const Token& token) {
    const std::string_view found = gap(token);
    is_sign_ = is_symbol(token, "+-") && !ends_operand();
    is_times_ = token.is("x") && ends_operand();
    begins_ = false;
    take(token);
    return found;
}

bool Spacing::is_clause(const Token& token) const {
    return declares_ && brackets_ == 0 && is_one_of(token, kClauses);
}

std::string_view Spacing::gap(const Token& token) const {
    if (is_sign_ || is_symbol(last_, "([.$") || last_.is("..")) return "";
    if (is_symbol(token, ")],.:[") || token.is("..")) return "";
    if (token.is(";") && brackets_ > 0) return "";
    if (token.is("(") && calls()) return "";
    return is_clause(token) && ends_operand() ? "  " : " ";
}

/// Returns true if the last token ends an operand, so that an operator after it takes this operand.
bool Spacing::ends_operand() const {
    if (last_.kind == TokenKind::symbol) return is_symbol(last_, ")]");
    if (last_.kind != TokenKind::word) return true;
    if (is_times_) return false;
    return !is_reserved(last_.text) &&
           !(declares_ && (is_one_of(last_, kClauses) || is_one_of(last_, kWordsOfClauses)));
}

/// Returns true if `(` after the last token begins arguments.
bool Spacing::calls() const {
    if (declares_) return is_one_of(last_, kFunctions);
    return last_.kind == TokenKind::word && !is_reserved(last_.text) && (begins_ || !is_times_);
}

void Spacing::take(const Token& token) {
    if (is_symbol(token, "([")) ++brackets_;
    if (is_symbol(token, ")]")) --brackets_;
    last_ = token;
}

}  // namespace hg::source
