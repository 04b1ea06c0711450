#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/scalar_value.hpp>

namespace hg {

/// Reads one line of a program's text from left to right. Ignores spaces and tabs between tokens; '#' starts
/// a comment. A function that does not find the token that it requires throws Error{invalid_program} with the
/// line.
class LineScanner {
  public:
    LineScanner(std::string_view line, int number) : rest_(line), number_(number) {}

    /// Returns true if nothing but a comment is left.
    [[nodiscard]] bool at_end();
    void expect_end();

    /// Reads `text` if it comes next and returns whether it did.
    bool take(std::string_view text);
    void expect(std::string_view text);
    /// Reads `text` if it comes next as a whole word of letters, digits and '_', and returns whether it did.
    bool take_word(std::string_view text);

    /// Reads a word of letters, digits and '_'.
    std::string_view identifier(std::string_view what);
    /// Reads a word of letters, digits, '_' and '-'.
    std::string_view device_name();
    /// Reads a word of letters, digits, '_', '.' and '-'.
    std::string_view instruction_name();
    /// Reads a text in double quotes, which cannot contain quotes or backslashes.
    std::string_view quoted();
    /// Reads the digits of a number that is at most `most`.
    std::int64_t integer(std::string_view what, std::int64_t most);
    /// Reads a letter and a position below `count`, such as r7 or s3.
    std::uint32_t handle(char letter, std::string_view what, std::size_t count);
    double number(std::string_view what);
    /// Reads a real number such as 0.5, or a complex one such as (2,-1).
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
