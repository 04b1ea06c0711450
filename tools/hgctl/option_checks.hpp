#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace hgctl {

/// Accepts whole numbers in [low, high]; unlike CLI::Range it adds nothing to the help.
inline CLI::Validator whole_number(std::int64_t low, std::int64_t high = std::int64_t{1} << 30) {
    CLI::Validator check = CLI::Range(low, high);
    check.description("");
    return check;
}

/// Accepts numbers from 1e-9 to 1e9: rates in units of 1e9 a second, and seconds, with which arithmetic stays
/// finite. Adds nothing to the help.
inline CLI::Validator positive_number() {
    return {[](std::string& text) {
                const double number = std::strtod(text.c_str(), nullptr);
                return number >= 1e-9 && number <= 1e9 ? std::string() : text + " is not from 1e-9 to 1e9";
            },
            "", ""};
}

}  // namespace hgctl
