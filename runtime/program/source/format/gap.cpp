#include "runtime/program/source/format/gap.hpp"

#include <algorithm>

namespace hg::source {
namespace {

constexpr std::string_view kSpace = " \t\r";

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
    return text.substr(0, text.find_last_not_of(kSpace) + 1);  // npos + 1 is 0
}

}  // namespace

Gap::Gap(std::string_view text) {
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(end + 1);
        if (has_break)
            lines.push_back(line);
        else
            comment = line;
        has_break = true;
    }
    // The source may end with a comment.
    const std::string_view rest = trimmed(text);
    if (rest.empty()) return;
    if (has_break)
        lines.push_back(rest);
    else
        comment = rest;
}

bool Gap::has_comment() const noexcept {
    return !comment.empty() ||
           std::any_of(lines.begin(), lines.end(), [](std::string_view line) { return !line.empty(); });
}

}  // namespace hg::source
