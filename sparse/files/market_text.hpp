#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace hg::sparse {

/// True for a line with an element: neither blank nor a comment.
bool has_entry(std::string_view line) noexcept;

/// Calls take(line, offset) for each line of text from `begin` to `end`; offset is where it begins.
template <class Take>
void for_lines(std::string_view text, std::size_t begin, std::size_t end, const Take& take) {
    while (begin < end) {
        const void* found = std::memchr(text.data() + begin, '\n', end - begin);
        const std::size_t stop =
            found == nullptr ? end : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
        take(text.substr(begin, stop - begin), begin);
        begin = stop + 1;
    }
}

/// Some lines of a text.
struct LinesOfPart {
    std::size_t begin = 0, end = 0;   ///< in the text
    std::int64_t lines_before = 0;    ///< of the text
    std::int64_t entries_before = 0;  ///< of the text
};

/// The lines of a text in parts that are read in parallel, with the elements counted.
class MarketText {
  public:
    /// The text from `begin` on, which must outlive this.
    MarketText(std::string_view text, std::size_t begin);

    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    [[nodiscard]] const std::vector<LinesOfPart>& parts() const noexcept { return parts_; }
    [[nodiscard]] std::int64_t entries() const noexcept { return entries_; }
    /// Lines up to the end.
    [[nodiscard]] std::int64_t lines() const noexcept { return lines_; }

    /// Line of an element, counted from `begin` on, 0 for the first line. `entry` must be less than
    /// entries().
    [[nodiscard]] std::int64_t line_of_entry(std::int64_t entry) const;

  private:
    std::string_view text_;
    std::vector<LinesOfPart> parts_;
    std::int64_t entries_ = 0, lines_ = 0;
};

}  // namespace hg::sparse
