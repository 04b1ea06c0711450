#pragma once

#include <algorithm>
#include <string_view>

#include "runtime/program/text/line_scanner.hpp"

namespace hg {

/// Calls `body(scanner, line, number)` for each line of a text that holds more than a comment. Lines end with
/// LF or CR LF. Returns the number of the last line, at least 1.
template <class Body>
int for_each_line(std::string_view text, const Body& body) {
    int number = 0;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        LineScanner scanner(line, ++number);
        if (!scanner.at_end()) body(scanner, line, number);
    }
    return std::max(number, 1);
}

}  // namespace hg
