#include "blas/session/program_cache.hpp"

#include <optional>
#include <utility>

namespace hg {

struct ProgramCache::Entry {
    std::mutex mutex;  ///< held while the program is built
    std::optional<Program> program;
};

Program ProgramCache::get(const std::string& key, const std::function<Program()>& build) {
    const std::shared_ptr<Entry> found = entry(key);
    const std::lock_guard lock(found->mutex);
    if (found->program) {
        ++reused_;
        return *found->program;
    }
    try {
        found->program = build();
    } catch (...) {
        forget(key, found);
        throw;
    }
    ++built_;
    return *found->program;
}

std::shared_ptr<ProgramCache::Entry> ProgramCache::entry(const std::string& key) {
    const std::lock_guard lock(mutex_);
    if (const auto known = by_key_.find(key); known != by_key_.end()) {
        entries_.splice(entries_.begin(), entries_, known->second);
        return entries_.front().second;
    }
    entries_.emplace_front(key, std::make_shared<Entry>());
    by_key_[key] = entries_.begin();
    if (entries_.size() > most_) {
        by_key_.erase(entries_.back().first);
        entries_.pop_back();
    }
    return entries_.front().second;
}

void ProgramCache::forget(const std::string& key, const std::shared_ptr<Entry>& entry) {
    const std::lock_guard lock(mutex_);
    const auto known = by_key_.find(key);
    if (known == by_key_.end() || known->second->second != entry) return;
    entries_.erase(known->second);
    by_key_.erase(known);
}

}  // namespace hg
