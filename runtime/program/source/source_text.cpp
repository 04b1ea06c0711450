#include "runtime/program/source/source_text.hpp"

#include <algorithm>
#include <utility>

#include "runtime/program/source/limits.hpp"

namespace hg::source {

SourceText::SourceText(std::string text, std::string file, int first_line)
    : text_(std::move(text)), file_(std::move(file)), first_line_(first_line) {
    if (text_.size() <= kMostSourceBytes) return;
    ErrorContext context;
    context.file = file_;
    throw Error(ErrorCode::invalid_program,
                "a source of " + std::to_string(text_.size()) + " bytes; it can have " +
                    std::to_string(kMostSourceBytes) + " at most",
                std::move(context));
}

ErrorContext SourceText::at(Place place) const {
    const std::string_view before = text().substr(0, place);
    const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
    ErrorContext context;
    context.file = file_;
    context.line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + first_line_;
    context.column = static_cast<int>(before.size() - line_begin) + 1;
    return context;
}

void SourceText::fail(Place place, const std::string& message) const {
    throw Error(ErrorCode::invalid_program, message, at(place));
}

}  // namespace hg::source
