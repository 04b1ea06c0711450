#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/scalar_value.hpp>

namespace hg {

/// Reads one line of a program's text from left to right. Spaces and tabs between tokens do not
/// matter; '#' starts a comment. Every function that does not find what it wants throws
/// Error{invalid_program} with the line.
class LineScanner {
  public:
    LineScanner(std::string_view line, int number) : rest_(line), number_(number) {}

    /// True if nothing but a comment is left.
    [[nodiscard]] bool at_end();
    void expect_end();

    /// Takes `text` if it comes next.
    bool take(std::string_view text);
    void expect(std::string_view text);
    /// Takes a whole word of letters, digits and '_' if it comes next.
    bool take_word(std::string_view text);

    /// A word of letters, digits and '_'.
    std::string_view identifier(std::string_view what);
    /// A word of letters, digits, '_' and '-'.
    std::string_view device_name();
    /// A word of letters, digits, '_', '.' and '-'.
    std::string_view instruction_name();
    /// What stands between double quotes; quotes and backslashes cannot stand in it.
    std::string_view quoted();
    /// Digits that make a number of at most `most`.
    std::int64_t integer(std::string_view what, std::int64_t most);
    /// A letter and a position below `count`: r7, s3.
    std::uint32_t handle(char letter, std::string_view what, std::size_t count);
    double number(std::string_view what);
    /// 0.5, or (2,-1) with an imaginary part.
    ScalarValue scalar_value(std::string_view what);

    [[noreturn]] void fail(const std::string& message) const;
    [[noreturn]] void fail_expected(std::string_view what);

  private:
    template <class Belongs>
    std::string_view word(std::string_view what, Belongs belongs);
    void skip_space();

    std::string_view rest_;
    int number_;
};

}  // namespace hg
