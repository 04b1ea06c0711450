#include "runtime/program/source/parse/parse_state.hpp"

#include <algorithm>

namespace hg::source {

void ParseState::declare(const Token& token, NameKind kind, Cell cell, Dependence depends) {
    constexpr std::size_t kBytesOfAName = 160;
    charge(kBytesOfAName);
    const Named* known = scopes.find(token.text);
    if (!scopes.declare(token.text, {kind, cell, token.place, depends})) {
        const int line = tree->source.at(known->place).line;
        tokens.fail(token.place, "`" + std::string(token.text) + "` is already " +
                                     std::string(words_for(known->kind)) + ", declared in line " +
                                     std::to_string(line));
    }
}

const Named& ParseState::named(const Token& token, std::string_view wanted) const {
    const std::string quoted = "`" + std::string(token.text) + "`";
    if (const Named* found = scopes.find(token.text)) return *found;
    if (scopes.is_out_of_reach(token.text))
        tokens.fail(token.place,
                    "a sub does not see the program's register " + quoted + "; pass it as an argument");
    const std::string_view what = wanted.substr(wanted.find(' ') + 1);
    tokens.fail(token.place, "no " + std::string(what) + " is called " + quoted);
}

const Named& ParseState::named(const Token& token, NameKind kind) const {
    const Named& found = named(token, words_for(kind));
    if (found.kind != kind)
        tokens.fail(token.place, "`" + std::string(token.text) + "` is " +
                                     std::string(words_for(found.kind)) + ", not " +
                                     std::string(words_for(kind)));
    return found;
}

void ParseState::go_down(Place place, int levels) {
    deepest = std::max(deepest, nesting + levels);
    if (deepest > kMostNesting)
        tokens.fail(place, "blocks and calls are nested deeper than " + std::to_string(kMostNesting));
}

}  // namespace hg::source
