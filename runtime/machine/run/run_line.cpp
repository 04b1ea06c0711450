#include "runtime/machine/run/run_line.hpp"

#include <algorithm>
#include <utility>

namespace hg {

RunLine::Place::Place(RunLine& line, RunNeeds needs) : line_(line) {
    std::unique_lock lock(line_.mutex_);
    line_.entries_.emplace_back(std::move(needs));
    // From here on nothing throws: an entry without a place would hold up the line for ever.
    entry_ = std::prev(line_.entries_.end());
    line_.wait(*entry_, lock);
}

RunLine::Place::~Place() {
    const std::lock_guard lock(line_.mutex_);
    line_.entries_.erase(entry_);
    line_.advance();
}

void RunLine::Place::wait_alone() {
    std::unique_lock lock(line_.mutex_);
    entry_->needs.alone = true;
    entry_->under_way = false;
    line_.wait(*entry_, lock);
}

void RunLine::wait(Entry& entry, std::unique_lock<std::mutex>& lock) noexcept {
    advance();
    entry.changed.wait(lock, [&] { return entry.under_way; });
}

void RunLine::advance() noexcept {
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
        if (entry->under_way || must_wait_for_others_memory(entry)) continue;
        if (!fits(entry->needs)) return;
        entry->under_way = true;
        entry->changed.notify_one();
    }
}

/// Whether it touches host memory of a run under way, or of one that waits and came before.
bool RunLine::must_wait_for_others_memory(std::list<Entry>::const_iterator entry) const noexcept {
    const auto in_the_way = [&](const Entry& other) {
        return conflict(other.needs.regions, entry->needs.regions);
    };
    return std::any_of(entries_.begin(), entry, in_the_way) ||
           std::any_of(std::next(entry), entries_.end(),
                       [&](const Entry& later) { return later.under_way && in_the_way(later); });
}

bool RunLine::fits(const RunNeeds& needs) const noexcept {
    std::size_t under_way = 0;
    RunNeeds all = {.alone = needs.alone,
                    .gathers_in_exec = needs.gathers_in_exec,
                    .gathers_in_exec2 = needs.gathers_in_exec2};
    for (const Entry& entry : entries_)
        if (entry.under_way) {
            ++under_way;
            all.alone |= entry.needs.alone;
            all.gathers_in_exec |= entry.needs.gathers_in_exec;
            all.gathers_in_exec2 |= entry.needs.gathers_in_exec2;
        }
    if (under_way == 0) return true;
    if (under_way >= most_ || all.alone || (all.gathers_in_exec && all.gathers_in_exec2)) return false;
    const std::size_t most = std::min(needs.bytes.size(), capacities_.size());
    for (std::size_t d = 0; d < most; ++d) {
        if (needs.bytes[d] == 0) continue;
        std::int64_t used = 0;
        for (const Entry& entry : entries_)
            if (entry.under_way && d < entry.needs.bytes.size()) used += entry.needs.bytes[d];
        if (used > capacities_[d] - needs.bytes[d]) return false;
    }
    return true;
}

}  // namespace hg
