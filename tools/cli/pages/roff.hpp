#pragma once

#include <string>
#include <string_view>

namespace hgctl {

/// A page for man(1), in the macros of man(7).
class RoffPage {
  public:
    /// Of section 1. `source` stands at its foot: the program with its version.
    RoffPage(std::string_view title, std::string_view source);

    void section(std::string_view heading);
    void subsection(std::string_view heading);
    /// Sentences; '\n' separates paragraphs.
    void paragraphs(std::string_view text);
    /// A tag, which is marked up already, and indented sentences about it.
    void item(std::string_view tag, std::string_view text);
    /// A bullet within the last item: a tag, which may be empty, and sentences.
    void bullet(std::string_view tag, std::string_view text);
    /// A command line as users type it, indented.
    void command(std::string_view line);
    /// Words that are marked up already, on a line of their own.
    void line(std::string_view marked_up);

    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    void sentences(std::string_view text);

    std::string text_;
    bool begins_ = true;  ///< nothing stands under the last heading
};

/// Text that roff prints unchanged: its dashes, quotes and backslashes are those of ASCII.
std::string plain(std::string_view text);
std::string bold(std::string_view text);
std::string italic(std::string_view text);

}  // namespace hgctl
