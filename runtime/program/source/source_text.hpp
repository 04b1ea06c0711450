#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/error.hpp>

namespace hg::source {

/// A place in a source, in bytes from its beginning.
using Place = std::uint32_t;

/// The bytes of a source and the name of its file. Converts places to lines and columns.
class SourceText {
  public:
    /// `first_line` is the line of the file at which the text begins. Throws Error{invalid_program} if the
    /// text is too large.
    SourceText(std::string text, std::string file, int first_line = 1);

    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] std::string_view between(Place begin, Place end) const {
        return std::string_view(text_).substr(begin, end - begin);
    }
    /// Returns the file, line and column of a place.
    [[nodiscard]] ErrorContext at(Place place) const;
    /// Throws Error{invalid_program} with the place.
    [[noreturn]] void fail(Place place, const std::string& message) const;

  private:
    std::string text_;
    std::string file_;
    int first_line_;
};

}  // namespace hg::source
