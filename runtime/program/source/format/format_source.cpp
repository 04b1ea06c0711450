#include "runtime/program/source/format/formatter.hpp"
#include "runtime/program/source/parse/parser.hpp"
#include "runtime/program/source/syntax_tree.hpp"
#include <hg/runtime/program/source_format.hpp>

namespace hg {

std::string format_source(const std::string& text, const std::string& file) {
    return source::formatted(source::parse_source(text, file)->source);
}

}  // namespace hg
