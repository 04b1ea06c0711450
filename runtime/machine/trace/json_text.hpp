#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

/// Appends values to a JSON text. Events are written by the million, which a library that first builds a tree
/// of them makes thirty times as slow.
namespace hg::json_text {

template <class Number>
void append(std::string& text, Number number) {
    std::array<char, 40> digits;
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text.append(digits.data(), end);
}

/// Returns the text in quotes. Bytes that are not UTF-8 become U+FFFD.
std::string quoted(std::string_view text);

inline void append(std::string& text, std::string_view value) {
    for (const char c : value)
        if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f || c == '"' ||
            c == '\\') {
            text += quoted(value);
            return;
        }
    text.append(1, '"').append(value).append(1, '"');
}

inline void append(std::string& text, const std::string& value) {
    append(text, std::string_view(value));
}

/// JSON has no infinity.
inline void append(std::string& text, double value) {
    append<double>(text, std::isfinite(value) ? value : 0);
}

inline void append(std::string& text, bool value) {
    text += value ? "true" : "false";
}

/// Seconds as microseconds, to the nanosecond.
inline void append_us(std::string& text, double seconds) {
    const auto ns = static_cast<std::int64_t>(std::llround(1e9 * seconds));
    if (ns < 0) text += '-';
    const std::int64_t size = ns < 0 ? -ns : ns;
    append<std::int64_t>(text, size / 1000);
    const auto rest = static_cast<int>(size % 1000);
    if (rest == 0) return;
    const std::array<char, 4> digits{'.', static_cast<char>('0' + rest / 100),
                                     static_cast<char>('0' + rest / 10 % 10),
                                     static_cast<char>('0' + rest % 10)};
    text.append(digits.data(), digits.size());
}

/// Begins an object as the next element of a list.
inline void begin_element(std::string& text) {
    text += text.empty() ? "{" : ",\n{";
}

/// Appends `"key":value,`, for members before the last one.
template <class Value>
void append_member(std::string& text, std::string_view key, const Value& value) {
    text.append(1, '"').append(key).append("\":");
    append(text, value);
    text += ',';
}

}  // namespace hg::json_text
