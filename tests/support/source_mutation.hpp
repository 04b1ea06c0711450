#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hg::test {

/// Words, numbers, symbols and spaces of a source, which joined are the source.
inline std::vector<std::string> tokens_of(std::string_view text) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t size = 1;
        while (is_word(text[at]) && at + size < text.size() && is_word(text[at + size])) ++size;
        while (text[at] == ' ' && at + size < text.size() && text[at + size] == ' ') ++size;
        tokens.emplace_back(text.substr(at, size));
        at += size;
    }
    return tokens;
}

/// The source with one token deleted, doubled, or swapped with another. `pick(least, most)` chooses.
template <class Pick>
std::string mutated(const std::string& text, const Pick& pick) {
    std::vector<std::string> tokens = tokens_of(text);
    const auto any = [&] { return static_cast<std::size_t>(pick(0, static_cast<int>(tokens.size()) - 1)); };
    std::string& token = tokens[any()];
    const int kind = pick(0, 2);
    if (kind == 0)
        token.clear();
    else if (kind == 1)
        token += ' ' + token;
    else
        std::swap(token, tokens[any()]);
    std::string all;
    for (const std::string& part : tokens) all += part;
    return all;
}

}  // namespace hg::test
