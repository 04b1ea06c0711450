#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hg::source {

/// The lines of a text in standard form. Comments after code in consecutive lines begin in the same column.
/// There are never two consecutive blank lines.
class FormattedLines {
  public:
    /// Begins a line.
    void begin(std::size_t indent);
    /// Appends to the line.
    void add(std::string_view text);
    /// Ends the line if one has begun. The comment may be empty.
    void end(std::string_view comment);
    /// Adds a line with nothing but a comment.
    void comment(std::size_t indent, std::string_view text);
    /// Adds a blank line, except at the beginning of the text and after another blank line.
    void blank();
    /// Removes the previous line if it is blank.
    void drop_blank();

    [[nodiscard]] std::string take() &&;

  private:
    struct Commented {
        std::string code;
        std::string comment;
    };
    /// Writes the pending lines, with their comments in the same column.
    void flush();

    std::string text_;
    std::string line_;
    bool has_line_ = false;
    bool wants_blank_ = false;
    std::vector<Commented> commented_;
};

}  // namespace hg::source
