#include "runtime/program/base/one_line.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace hg {
namespace {

/// Returns the first line of a compiler's output that speaks of an error, or the first one that has text.
std::string first_error(std::string_view log) {
    std::string first;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        std::string line(log.substr(0, end));
        log.remove_prefix(std::min(end + 1, log.size()));
        if (line.find("error") != std::string::npos) return line;
        if (first.empty() && line.find_first_not_of(" \t\r") != std::string::npos) first = std::move(line);
    }
    return first;
}

}  // namespace

std::string one_line(const Error& error) {
    const ErrorContext& context = error.context();
    std::string text = error.message();
    if (!context.opencl_error.empty()) text += " [" + context.opencl_error + "]";
    if (const std::string line = first_error(context.build_log); !line.empty()) text += ": " + line;
    std::ranges::replace(text, '\n', ' ');
    return text;
}

}  // namespace hg
