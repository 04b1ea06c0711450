#include "runtime/machine/trace/register_use.hpp"

#include <algorithm>

namespace hg {

std::vector<RegisterUse> register_uses(const WatchedRun& run) {
    std::vector<RegisterUse> uses(run.program.registers().size());
    for (const Interval& interval : run.intervals) {
        if (interval.track != Track::queue) continue;
        for (const RegisterId operand : run.program.operands(interval.command)) {
            RegisterUse& use = uses[index(run.program.whole(operand))];
            if (!use.used || interval.end < use.first_end) {
                use.first = interval.command;
                use.first_end = interval.end;
            }
            if (!use.used || interval.end >= use.end) {
                use.last = interval.command;
                use.end = interval.end;
            }
            use.begin = use.used ? std::min(use.begin, interval.begin) : interval.begin;
            use.used = true;
        }
    }
    return uses;
}

}  // namespace hg
