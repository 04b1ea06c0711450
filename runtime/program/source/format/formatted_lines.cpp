#include "runtime/program/source/format/formatted_lines.hpp"

#include <algorithm>
#include <utility>

namespace hg::source {
namespace {

constexpr std::size_t kBeforeComment = 4;

/// Returns the number of characters in a UTF-8 text.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

}  // namespace

void FormattedLines::begin(std::size_t indent) {
    if (wants_blank_) {
        flush();
        if (!text_.empty()) text_ += '\n';
    }
    wants_blank_ = false;
    has_line_ = true;
    line_.assign(indent, ' ');
}

void FormattedLines::add(std::string_view text) {
    line_ += text;
}

void FormattedLines::end(std::string_view comment) {
    if (!has_line_) return;
    has_line_ = false;
    if (!comment.empty()) {
        commented_.push_back({std::exchange(line_, {}), std::string(comment)});
        return;
    }
    flush();
    text_ += line_;
    text_ += '\n';
}

void FormattedLines::comment(std::size_t indent, std::string_view text) {
    begin(indent);
    add(text);
    end({});
}

void FormattedLines::blank() {
    wants_blank_ = true;
}

void FormattedLines::drop_blank() {
    wants_blank_ = false;
}

std::string FormattedLines::take() && {
    flush();
    return std::move(text_);
}

void FormattedLines::flush() {
    std::size_t column = 0;
    for (const Commented& line : commented_) column = std::max(column, width(line.code) + kBeforeComment);
    for (const Commented& line : commented_)
        text_ += line.code + std::string(column - width(line.code), ' ') + line.comment + "\n";
    commented_.clear();
}

}  // namespace hg::source
