#include "sparse/files/market_text.hpp"

#include <algorithm>

#include "sparse/files/line_reader.hpp"
#include "sparse/matrix/row_shares.hpp"

namespace hg::sparse {
namespace {

constexpr std::size_t kBytesOfPart = std::size_t{1} << 20;

/// The begin of the first line that begins at `place` or behind it.
std::size_t next_line(std::string_view text, std::size_t begin, std::size_t place) noexcept {
    if (place <= begin) return begin;
    const std::size_t end = text.find('\n', place - 1);
    return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

bool has_entry(std::string_view line) noexcept {
    const auto first = std::find_if_not(line.begin(), line.end(), is_space);
    return first != line.end() && *first != '%';
}

MarketText::MarketText(std::string_view text, std::size_t begin) : text_(text) {
    const std::size_t count = std::clamp<std::size_t>((text.size() - begin) / kBytesOfPart, 1, kMostShares);
    const std::size_t bytes = (text.size() - begin) / count;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t end =
            i + 1 == count ? text.size() : next_line(text, begin, begin + (i + 1) * bytes);
        parts_.push_back({parts_.empty() ? begin : parts_.back().end, end});
    }
    std::vector<LinesOfPart> counts(count);
    for_shares(static_cast<std::int64_t>(count), [&](std::int64_t part) {
        auto& mine = counts[static_cast<std::size_t>(part)];
        const auto& lines = parts_[static_cast<std::size_t>(part)];
        for_lines(text_, lines.begin, lines.end, [&](std::string_view line, std::size_t) {
            ++mine.lines_before;
            mine.entries_before += has_entry(line) ? 1 : 0;
        });
    });
    for (std::size_t i = 0; i < count; ++i) {
        parts_[i].lines_before = lines_;
        parts_[i].entries_before = entries_;
        lines_ += counts[i].lines_before;
        entries_ += counts[i].entries_before;
    }
}

std::int64_t MarketText::line_of_entry(std::int64_t entry) const {
    const auto after =
        std::upper_bound(parts_.begin(), parts_.end(), entry,
                         [](std::int64_t e, const LinesOfPart& part) { return e < part.entries_before; });
    const LinesOfPart& part = *std::prev(after);
    std::int64_t line_number = part.lines_before, left = entry - part.entries_before, found = line_number;
    for_lines(text_, part.begin, part.end, [&](std::string_view line, std::size_t) {
        if (has_entry(line) && left-- == 0) found = line_number;
        ++line_number;
    });
    return found;
}

}  // namespace hg::sparse
