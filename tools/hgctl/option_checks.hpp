#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace hgctl {

/// Accepts whole numbers in [low, high]; unlike CLI::Range it adds nothing to the help.
inline CLI::Validator whole_number(std::int64_t low, std::int64_t high = std::int64_t{1} << 30) {
    CLI::Validator check = CLI::Range(low, high);
    check.description("");
    return check;
}

/// Accepts numbers above zero; adds nothing to the help.
inline CLI::Validator positive_number() {
    CLI::Validator check = CLI::PositiveNumber;
    check.description("");
    return check;
}

}  // namespace hgctl
