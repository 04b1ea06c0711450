#include "runtime/machine/trace/register_use.hpp"

#include <algorithm>

namespace hg {

std::vector<RegisterUse> register_uses(const WatchedRun& run) {
    std::vector<RegisterUse> uses(run.program.registers().size());
    for (const Interval& interval : run.intervals) {
        if (interval.track != Track::queue) continue;
        for (const RegisterId operand : run.program.operands(interval.command)) {
            RegisterUse& use = uses[index(run.program.whole(operand))];
            use.first = use.used ? std::min(use.first, interval.command) : interval.command;
            use.last = std::max(use.last, interval.command);
            use.begin = use.used ? std::min(use.begin, interval.begin) : interval.begin;
            use.end = std::max(use.end, interval.end);
            use.used = true;
        }
    }
    return uses;
}

}  // namespace hg
