#pragma once

#include <cstdint>

#include "runtime/program/source/syntax_tree.hpp"

namespace hg::source {

/// The iterations of a loop over integers.
struct LoopTurns {
    std::uint64_t count = 0;
    std::int64_t first = 0;
    std::uint64_t step =
        1;  ///< modulo 2^64, which suffices because the variable stays within the loop's bounds

    [[nodiscard]] std::int64_t value(std::uint64_t turn) const noexcept {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + turn * step);
    }
};

/// Throws Error{invalid_program} for a step of 0.
inline LoopTurns loop_turns(const ForStatement& loop, Place place, const SyntaxTree& tree,
                            const Environment& environment) {
    const auto value = [&](ExpressionId id) { return evaluate(tree.expressions, id, environment); };
    const std::int64_t first = value(loop.first);
    const std::int64_t last = value(loop.last);
    const std::int64_t step = loop.step == kNoExpression ? 1 : value(loop.step);
    if (step == 0) tree.source.fail(place, "a loop's step must not be 0");
    LoopTurns turns{0, first, static_cast<std::uint64_t>(step)};
    if (step > 0 ? first >= last : first <= last) return turns;
    const std::uint64_t from = static_cast<std::uint64_t>(first);
    const std::uint64_t to = static_cast<std::uint64_t>(last);
    const std::uint64_t distance = step > 0 ? to - from : from - to;
    turns.count = (distance - 1) / (step > 0 ? turns.step : 0 - turns.step) + 1;
    return turns;
}

}  // namespace hg::source
