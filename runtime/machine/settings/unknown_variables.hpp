#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/machine/environment.hpp"

/// Only functions in this header, because libhgblas.so uses it and links no library of hg's.
namespace hg {

/// Returns the Levenshtein distance: how many letters to insert, remove or replace.
inline std::size_t letters_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

/// Returns true if hg, or a test or script of its source tree, reads a variable of this name.
inline bool is_variable_of_hg(std::string_view name) {
    return name.starts_with("HG_OFFLOAD_MIN_") ||
           std::ranges::find(kEnvironmentVariables, name, &EnvironmentVariable::name) !=
               kEnvironmentVariables.end() ||
           std::ranges::find(kVariablesOfTheTree, name) != kVariablesOfTheTree.end();
}

/// Returns a sentence about a name that is_variable_of_hg() does not know, with the one that was meant.
inline std::string unknown_variable_text(std::string_view name) {
    constexpr std::size_t kSlips = 2;  // more letters than that are another word
    const auto nearest = std::ranges::min_element(
        kEnvironmentVariables, {}, [&](const auto& known) { return letters_between(name, known.name); });
    std::string text = std::string(name) + " is set, but hg has no variable of that name";
    if (letters_between(name, nearest->name) > kSlips) return text + " (HG_HELP=1 hgctl lists them)";
    return text + "; did you mean " + std::string(nearest->name) + "?";
}

/// Returns such a sentence for each unknown name with HG_ in the environment. None in programs that ignore
/// the environment (see environment_variable()), and none in a hook of Mercurial, which has many such names.
inline std::vector<std::string> unknown_variables() {
    std::vector<std::string> texts;
    if (secure_getenv("HG_HOOKNAME") != nullptr) return texts;
    for (const char* const* entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::string name(text.substr(0, text.find('=')));
        if (!name.starts_with("HG_") || is_variable_of_hg(name)) continue;
        if (secure_getenv(name.c_str()) != nullptr) texts.push_back(unknown_variable_text(name));
    }
    return texts;
}

}  // namespace hg
