#include "runtime/program/source/loop_turns.hpp"

namespace hg::source {

LoopTurns loop_turns(const ForStatement& loop, Place place, const SyntaxTree& tree,
                     const Environment& environment) {
    const std::int64_t first = evaluate(tree.expressions, loop.first, environment);
    const std::int64_t last = evaluate(tree.expressions, loop.last, environment);
    const std::int64_t step =
        loop.step == kNoExpression ? 1 : evaluate(tree.expressions, loop.step, environment);
    if (step == 0) tree.source.fail(place, "a loop's step is 0");
    LoopTurns turns{0, first, static_cast<std::uint64_t>(step)};
    if (step > 0 ? first >= last : first <= last) return turns;
    const std::uint64_t from = static_cast<std::uint64_t>(first);
    const std::uint64_t to = static_cast<std::uint64_t>(last);
    const std::uint64_t distance = step > 0 ? to - from : from - to;
    turns.count = (distance - 1) / (step > 0 ? turns.step : 0 - turns.step) + 1;
    return turns;
}

}  // namespace hg::source
