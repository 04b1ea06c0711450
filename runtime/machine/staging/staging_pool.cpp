#include "runtime/machine/staging/staging_pool.hpp"

#include <algorithm>

#include "runtime/threads/spin_wait.hpp"

namespace hg {
namespace {

/// A large part of the time that filling a chunk takes.
constexpr std::chrono::microseconds kFilling{100};

}  // namespace

/// The pool's mutex guards all members except `state`.
struct StagingPool::Staged {
    enum State : int { filling, full, given_up /* by its filler */ };

    PinnedChunks::Chunk* chunk = nullptr;
    std::int64_t bytes = 0;
    Record* record = nullptr;  ///< the record of the shared piece for which it is kept
    int leases = 0;
    std::uint64_t last_use = 0;
    std::atomic<State> state{filling};
};

std::byte* StagingPool::Lease::data() const noexcept {
    return staged_->chunk->data;
}

std::int64_t StagingPool::Lease::bytes() const noexcept {
    return staged_->bytes;
}

void StagingPool::Lease::filled() noexcept {
    fills_ = false;
    staged_->state.store(Staged::full);
    staged_->state.notify_all();
}

bool StagingPool::Lease::wait_until_filled() noexcept {
    const auto ended = [&] { return staged_->state.load(std::memory_order_acquire) != Staged::filling; };
    while (true) {
        if (!spin_until(kFilling, ended)) staged_->state.wait(Staged::filling);
        if (staged_->state.load() == Staged::full) return true;
        auto given_up = Staged::given_up;
        if (!staged_->state.compare_exchange_strong(given_up, Staged::filling)) continue;
        fills_ = true;
        return false;
    }
}

std::int64_t StagingPool::chunk_bytes(const ChunkSource& source) {
    const std::lock_guard lock(mutex_);
    chunks_.prepare(source);
    return chunks_.chunk_bytes();
}

StagingPool::Lease StagingPool::acquire(const SharedPiece* piece, std::int64_t bytes,
                                        const ChunkSource& source, Wait wait) {
    std::unique_lock lock(mutex_);
    chunks_.prepare(source);
    while (true) {
        Record* const record = record_of(piece);
        if (record && record->staged) {
            ++record->staged->leases;
            return {*this, record->staged, false};
        }
        if (PinnedChunks::Chunk* chunk = chunks_.take()) return first_lease(*chunk, bytes, record);
        if (chunks_.may_grow()) {
            grow(lock, source);
        } else if (!drop_oldest()) {
            if (wait == Wait::no) return {};
            ++waiting_;
            changed_.wait(lock);
            --waiting_;
        }
    }
}

StagingPool::Record* StagingPool::record_of(const SharedPiece* piece) {
    if (!piece) return nullptr;
    return &records_.try_emplace(*piece, Record{*piece, piece->members}).first->second;
}

StagingPool::Lease StagingPool::first_lease(PinnedChunks::Chunk& chunk, std::int64_t bytes, Record* record) {
    std::shared_ptr<Staged> staged;
    try {
        staged = std::make_shared<Staged>();
        if (record) kept_.push_back(staged.get());
    } catch (...) {
        chunks_.give_back(&chunk);
        throw;
    }
    staged->chunk = &chunk;
    staged->bytes = bytes;
    staged->record = record;
    staged->leases = 1;
    if (record) record->staged = staged;
    return {*this, std::move(staged), true};
}

/// Releases the mutex in between, so that others need not wait while memory is being pinned.
void StagingPool::grow(std::unique_lock<std::mutex>& lock, const ChunkSource& source) {
    chunks_.begin_growing();
    lock.unlock();
    try {
        std::shared_ptr<PinnedMemory> memory = chunks_.allocate(source);
        lock.lock();
        chunks_.end_growing(source, std::move(memory));
    } catch (...) {
        if (!lock) lock.lock();
        chunks_.cancel_growing();
        // A thread that waits for this chunk may have to make one itself.
        changed_.notify_all();
        throw;
    }
    if (waiting_ > 0) changed_.notify_all();
}

bool StagingPool::drop_oldest() noexcept {
    Staged* oldest = nullptr;
    for (Staged* staged : kept_)
        if (staged->leases == 0 && (!oldest || staged->last_use < oldest->last_use)) oldest = staged;
    if (oldest) forget(*oldest);
    return oldest != nullptr;
}

/// Stops keeping a chunk beyond its use.
void StagingPool::forget(Staged& staged) noexcept {
    std::erase(kept_, &staged);
    Record& record = *std::exchange(staged.record, nullptr);
    if (staged.leases == 0) chunks_.give_back(staged.chunk);
    if (record.left > 0)
        record.staged.reset();
    else
        records_.erase(SharedPiece(record.piece));
}

void StagingPool::release(Staged& staged, bool unfilled) noexcept {
    const std::lock_guard lock(mutex_);
    --staged.leases;
    staged.last_use = ++uses_;
    if (staged.record && !unfilled) --staged.record->left;
    if (staged.leases > 0) {
        if (!unfilled) return;
        staged.state.store(Staged::given_up);
        staged.state.notify_all();
        return;
    }
    if (!staged.record)
        chunks_.give_back(staged.chunk);
    else if (unfilled || staged.record->left <= 0)
        forget(staged);
    if (waiting_ > 0) changed_.notify_all();
}

void StagingPool::forget_shared(std::uint64_t run) noexcept {
    forget_where([&](const SharedPiece& piece) { return piece.run == run; });
}

template <class Condition>
void StagingPool::forget_where(Condition condition) noexcept {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = kept_.size(); i-- > 0;)
        if (condition(kept_[i]->record->piece)) forget(*kept_[i]);
    std::erase_if(records_, [&](const auto& record) { return condition(record.first); });
    if (waiting_ > 0) changed_.notify_all();
}

void StagingPool::discard(const void* origin) noexcept {
    forget_where([](const SharedPiece&) { return true; });
    const std::lock_guard lock(mutex_);
    chunks_.discard(origin);
}

std::size_t StagingPool::in_use() const {
    const std::lock_guard lock(mutex_);
    return chunks_.in_use();
}

}  // namespace hg
