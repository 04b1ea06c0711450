#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hg::source {

/// The lines of a text that is written in its standard form. Comments behind code begin in one column in
/// lines that follow each other. Two blank lines never do.
class FormattedLines {
  public:
    /// Begins a line.
    void begin(std::size_t indent);
    /// Adds to the line.
    void add(std::string_view text);
    /// Ends the line, if one has begun. The comment may be empty.
    void end(std::string_view comment);
    /// A line with nothing but a comment.
    void comment(std::size_t indent, std::string_view text);
    /// A blank line, unless the text begins here or there is one already.
    void blank();
    /// The line before is no blank one from here on.
    void drop_blank();

    [[nodiscard]] std::string take() &&;

  private:
    struct Commented {
        std::string code;
        std::string comment;
    };
    /// Writes the lines whose comments begin in one column.
    void flush();

    std::string text_;
    std::string line_;
    bool has_line_ = false;
    bool wants_blank_ = false;
    std::vector<Commented> commented_;
};

}  // namespace hg::source
