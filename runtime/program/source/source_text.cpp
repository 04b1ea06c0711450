#include "runtime/program/source/source_text.hpp"

#include <algorithm>
#include <utility>

#include "runtime/program/source/limits.hpp"

namespace hg::source {

SourceText::SourceText(std::string text, std::string file, int first_line)
    : text_(std::move(text)), file_(std::move(file)), first_line_(first_line) {
    if (text_.size() <= kMostSourceBytes) return;
    throw Error(ErrorCode::invalid_program,
                "the source has " + std::to_string(text_.size()) + " bytes; it can have " +
                    std::to_string(kMostSourceBytes) + " at most",
                {.file = file_});
}

ErrorContext SourceText::at(Place place) const {
    const std::string_view before = text().substr(0, place);
    const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
    return {.file = file_,
            .line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + first_line_,
            .column = static_cast<int>(before.size() - line_begin) + 1};
}

void SourceText::fail(Place place, const std::string& message) const {
    throw Error(ErrorCode::invalid_program, message, at(place));
}

}  // namespace hg::source
