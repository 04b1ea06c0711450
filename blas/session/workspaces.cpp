#include "blas/session/workspaces.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hg {
namespace {

constexpr std::size_t kMostKept = 2;

}  // namespace

Workspaces::Workspaces() {
    kept_.reserve(kMostKept);  // so that give_back() allocates nothing
}

std::shared_ptr<PinnedMemory> Workspaces::borrow(std::int64_t bytes, Machine& machine) {
    std::shared_ptr<PinnedMemory> memory = take(bytes);
    if (!memory) memory = machine.allocate_pinned(bytes);
    PinnedMemory* const held = memory.get();
    return {held,
            [this, memory = std::move(memory)](PinnedMemory*) mutable { give_back(std::move(memory)); }};
}

/// Returns the largest cached piece if it suffices. Otherwise frees it and returns null.
std::shared_ptr<PinnedMemory> Workspaces::take(std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (kept_.empty()) return nullptr;
    std::shared_ptr<PinnedMemory> last = std::move(kept_.back());
    kept_.pop_back();
    return last->size() >= bytes ? last : nullptr;
}

void Workspaces::give_back(std::shared_ptr<PinnedMemory> memory) noexcept {
    const std::lock_guard lock(mutex_);
    if (kept_.size() < kMostKept)
        kept_.push_back(std::move(memory));
    else if (kept_.front()->size() < memory->size())
        kept_.front() = std::move(memory);
    std::sort(kept_.begin(), kept_.end(), [](const auto& a, const auto& b) { return a->size() < b->size(); });
}

void Workspaces::clear() {
    std::array<std::shared_ptr<PinnedMemory>, kMostKept> unused;  // freed after the lock is released
    const std::lock_guard lock(mutex_);
    std::move(kept_.begin(), kept_.end(), unused.begin());
    kept_.clear();
}

}  // namespace hg
