#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace hg {

/// Appends words and numbers to a text. Numbers have the shortest form that reads back as the same number.
class TextWriter {
  public:
    [[nodiscard]] std::string take() { return std::move(text_); }

    void put(std::string_view text) { text_ += text; }
    void put(char c) { text_ += c; }
    template <class Number>
    requires(std::is_arithmetic_v<Number>) void put(Number number) {
        char digits[32];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    }
    template <class First, class Second, class... Rest>
    void put(const First& first, const Second& second, const Rest&... rest) {
        put(first);
        put(second);
        (put(rest), ...);
    }

  private:
    std::string text_;
};

}  // namespace hg
