#pragma once

#include <cstdint>

#include "runtime/program/source/syntax_tree.hpp"

namespace hg::source {

/// The turns of a loop over integers.
struct LoopTurns {
    std::uint64_t count = 0;
    std::int64_t first = 0;
    std::uint64_t step = 1;  ///< modulo 2^64: turn by turn the variable stays within the loop's bounds

    [[nodiscard]] std::int64_t value(std::uint64_t turn) const noexcept {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + turn * step);
    }
};

/// Throws Error{invalid_program} for a step of 0.
LoopTurns loop_turns(const ForStatement& loop, Place place, const SyntaxTree& tree,
                     const Environment& environment);

}  // namespace hg::source
