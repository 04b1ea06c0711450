#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace hg::sparse {

/// What stands between words of a line.
constexpr bool is_space(char c) noexcept {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// How a number was read.
enum class ReadNumber : std::uint8_t { good, none, too_large };

/// The words and numbers of a line, one after the other. The line must outlive this.
class LineReader {
  public:
    explicit LineReader(std::string_view line) noexcept : at_(line.data()), end_(line.data() + line.size()) {}

    /// True if nothing but space is left.
    [[nodiscard]] bool ended() noexcept {
        while (at_ != end_ && is_space(*at_)) ++at_;
        return at_ == end_;
    }

    /// What stands up to the next space; empty at the end.
    [[nodiscard]] std::string_view word() noexcept {
        if (ended()) return {};
        const char* begin = at_;
        while (at_ != end_ && !is_space(*at_)) ++at_;
        return {begin, static_cast<std::size_t>(at_ - begin)};
    }

    /// The next word as a number. A real number too small for its type is zero.
    template <class Number>
    [[nodiscard]] ReadNumber number(Number& value) noexcept {
        if (ended()) return ReadNumber::none;
        const char* begin = at_;
        if (*begin == '+' && end_ - begin > 1 && begin[1] != '-') ++begin;
        const auto [end, fault] = std::from_chars(begin, end_, value);
        if (fault == std::errc::invalid_argument) return ReadNumber::none;
        if (end != end_ && !is_space(*end)) return fortran_number({begin, end_}, value);
        at_ = end;
        return in_range(fault, {begin, static_cast<std::size_t>(end - begin)}, value);
    }

  private:
    /// A number in floating point as Fortran writes it: with D before the exponent, or nothing before one of
    /// three digits.
    template <class Number>
    ReadNumber fortran_number(std::string_view rest, Number& value) noexcept {
        std::array<char, 64> text{};
        const std::string_view written = LineReader(rest).word();
        const std::size_t mark = written.find_first_of("dD+-", 1);
        if (!std::is_floating_point_v<Number> || mark == std::string_view::npos ||
            written.size() >= text.size())
            return ReadNumber::none;
        const bool has_letter = written[mark] == 'd' || written[mark] == 'D';
        const std::string_view exponent(written.data() + mark + (has_letter ? 1 : 0),
                                        written.data() + written.size());
        if (!has_letter && exponent.size() != 4) return ReadNumber::none;
        char* to = std::copy_n(written.data(), mark, text.data());
        *to++ = 'e';
        to = std::copy(exponent.begin(), exponent.end(), to);
        const auto [end, fault] = std::from_chars(text.data(), to, value);
        if (fault == std::errc::invalid_argument || end != to) return ReadNumber::none;
        at_ = written.data() + written.size();
        return in_range(fault, {text.data(), static_cast<std::size_t>(to - text.data())}, value);
    }

    /// How a number was read that from_chars() takes for one. Too small a number becomes zero.
    template <class Number>
    static ReadNumber in_range(std::errc fault, std::string_view word, Number& value) noexcept {
        if (fault != std::errc::result_out_of_range) return ReadNumber::good;
        if (!is_tiny(word)) return ReadNumber::too_large;
        value = Number{0};
        return ReadNumber::good;
    }

    /// Of a number in floating point that is out of range: whether it is so for being small.
    static bool is_tiny(std::string_view word) noexcept {
        const std::size_t exponent = word.find_first_of("eE");
        if (exponent != std::string_view::npos) return word.substr(exponent + 1).starts_with('-');
        return word.find('.') < word.find_first_of("123456789");
    }

    const char* at_;
    const char* end_;
};

}  // namespace hg::sparse
