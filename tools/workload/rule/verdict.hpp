#pragma once

#include <string>

namespace hgctl {

/// What a rule says of a result.
struct Verdict {
    double error = 0;     ///< in units of its bound: good up to 1
    std::string fault{};  ///< what else is wrong; empty if nothing is

    [[nodiscard]] bool passed() const { return fault.empty() && error <= 1; }
    /// Empty if nothing is wrong.
    [[nodiscard]] std::string text() const {
        if (!fault.empty() || error <= 1) return fault;
        return "error " + std::to_string(error) + " times the bound";
    }
};

}  // namespace hgctl
