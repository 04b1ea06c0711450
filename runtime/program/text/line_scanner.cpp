#include "runtime/program/text/line_scanner.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg {
namespace {

constexpr std::int64_t kMostPosition = std::numeric_limits<std::uint32_t>::max();

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_name_character(char c) {
    return is_identifier({&c, 1});
}

/// Returns the next few characters in a printable form.
std::string excerpt(std::string_view text) {
    constexpr std::size_t kShown = 24;
    std::string shown(text.substr(0, kShown));
    for (char& c : shown)
        if (c < ' ' || c > '~') c = '?';
    return "'" + shown + (text.size() > kShown ? "...'" : "'");
}

}  // namespace

void LineScanner::skip_space() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
}

bool LineScanner::at_end() {
    skip_space();
    return rest_.empty() || rest_.front() == '#';
}

void LineScanner::expect_end() {
    if (!at_end()) fail_expected("the end of the line");
}

bool LineScanner::take(std::string_view text) {
    skip_space();
    if (rest_.substr(0, text.size()) != text) return false;
    rest_.remove_prefix(text.size());
    return true;
}

bool LineScanner::take_word(std::string_view text) {
    skip_space();
    const bool longer = rest_.size() > text.size() && is_name_character(rest_[text.size()]);
    return !longer && take(text);
}

void LineScanner::expect(std::string_view text) {
    if (!take(text)) fail_expected("'" + std::string(text) + "'");
}

template <class Belongs>
std::string_view LineScanner::word(std::string_view what, Belongs belongs) {
    skip_space();
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), belongs);
    const std::string_view found = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    if (found.empty()) fail_expected(what);
    rest_.remove_prefix(found.size());
    return found;
}

std::string_view LineScanner::identifier(std::string_view what) {
    return word(what, is_name_character);
}

std::string_view LineScanner::device_name() {
    return word("the name of a device", [](char c) { return is_name_character(c) || c == '-'; });
}

std::string_view LineScanner::instruction_name() {
    return word("the name of an instruction",
                [](char c) { return is_name_character(c) || c == '-' || c == '.'; });
}

std::string_view LineScanner::quoted() {
    expect("\"");
    const std::size_t end = rest_.find_first_of("\"\\\r");
    if (end == std::string_view::npos || rest_[end] != '"')
        fail("a name needs a closing quote, without a backslash before it");
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return found;
}

std::int64_t LineScanner::integer(std::string_view what, std::int64_t most) {
    skip_space();
    if (rest_.empty() || !is_digit(rest_.front())) fail_expected(what);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{} || value > most)
        fail(std::string(what) + " is too large: " + excerpt(rest_) + ", at most " + std::to_string(most));
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
}

std::uint32_t LineScanner::handle(char letter, std::string_view what, std::size_t count) {
    skip_space();
    if (rest_.size() < 2 || rest_[0] != letter || !is_digit(rest_[1]))
        fail_expected(std::string(what) + " like " + letter + "0");
    rest_.remove_prefix(1);
    const std::int64_t position = integer("a position", kMostPosition);
    if (position >= static_cast<std::int64_t>(count))
        fail("there is no " + std::string(1, letter) + std::to_string(position));
    return static_cast<std::uint32_t>(position);
}

double LineScanner::number(std::string_view what) {
    const std::string_view text =
        word(what, [](char c) { return is_name_character(c) || c == '.' || c == '+' || c == '-'; });
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        fail(std::string(what) + " is out of range for a double: " + excerpt(text));
    return value;
}

ScalarValue LineScanner::scalar_value(std::string_view what) {
    if (!take("(")) return number(what);
    const double real = number(what);
    expect(",");
    const double imag = number(what);
    expect(")");
    return {real, imag};
}

void LineScanner::fail(const std::string& message) const {
    throw Error(ErrorCode::invalid_program, message, {.line = number_});
}

void LineScanner::fail_expected(std::string_view what) {
    skip_space();
    fail("expected " + std::string(what) +
         (rest_.empty() ? ", but the line ends" : ", found " + excerpt(rest_)));
}

}  // namespace hg
