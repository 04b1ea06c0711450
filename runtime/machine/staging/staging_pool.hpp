#pragma once

#include <atomic>
#include <compare>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "runtime/machine/staging/pinned_chunks.hpp"

namespace hg {

/// A part of a host tile that several devices load. It is staged once and sent to each of them.
struct SharedPiece {
    std::uint64_t run = 0;     ///< the run that loads it
    std::uint32_t group = 0;   ///< the group of loads, as in Program::shared_load
    std::int64_t members = 0;  ///< the number of loads in the group
    std::int64_t offset = 0;   ///< its first byte in the tile, counted column by column without gaps

    // NOLINTNEXTLINE(modernize-use-nullptr): a literal that the generated comparison holds
    friend auto operator<=>(const SharedPiece&, const SharedPiece&) = default;
};

/// The pinned chunks through which the transfers of a machine's devices go. Thread-safe.
///
/// A chunk is in use while there is a lease on it. The chunk of a shared piece is kept until every member of
/// its group has had it. If chunks run out earlier, unused ones are dropped, the least recently used first; a
/// member that comes later stages the piece again. Therefore, no transfer waits for a member that has not
/// come yet: a wait for a chunk ends when a lease ends, and leases end with a transfer.
class StagingPool {
    /// A chunk and its contents.
    struct Staged;
    /// The state of a shared piece.
    struct Record {
        SharedPiece piece;
        std::int64_t left = 0;             ///< the number of members that have not had it
        std::shared_ptr<Staged> staged{};  ///< null before it is staged and after it is dropped
    };

  public:
    /// Whether to wait if no chunk is available now.
    enum class Wait { no, yes };

    /// The right to use a chunk; ends on destruction.
    class Lease {
      public:
        Lease() = default;
        Lease(Lease&& other) noexcept
            : pool_(std::exchange(other.pool_, nullptr)),
              staged_(std::move(other.staged_)),
              fills_(std::exchange(other.fills_, false)) {}
        Lease& operator=(Lease&& other) noexcept {
            std::swap(pool_, other.pool_);
            std::swap(staged_, other.staged_);
            std::swap(fills_, other.fills_);
            return *this;
        }
        ~Lease() {
            if (pool_) pool_->release(*staged_, fills_);
        }

        /// Returns true if there is a chunk.
        explicit operator bool() const noexcept { return pool_ != nullptr; }
        [[nodiscard]] std::byte* data() const noexcept;
        /// Returns the size of the piece in bytes.
        [[nodiscard]] std::int64_t bytes() const noexcept;
        /// Returns true if the holder must fill the chunk, which it must unless another holder fills this
        /// shared piece.
        [[nodiscard]] bool fills() const noexcept { return fills_; }
        /// Tells waiting holders that the chunk is full.
        void filled() noexcept;
        /// Returns true when the chunk is full. Returns false if the filler's lease ended before that; then
        /// the holder of this lease must fill it.
        [[nodiscard]] bool wait_until_filled() noexcept;

      private:
        friend class StagingPool;
        Lease(StagingPool& pool, std::shared_ptr<Staged> staged, bool fills) noexcept
            : pool_(&pool), staged_(std::move(staged)), fills_(fills) {}

        StagingPool* pool_ = nullptr;
        std::shared_ptr<Staged> staged_;
        bool fills_ = false;
    };

    /// Makes at most `chunks` chunks, of `chunk_bytes` bytes each if there is enough pinned memory.
    StagingPool(std::int64_t chunk_bytes, int chunks) : chunks_(chunk_bytes, chunks) {}

    /// Returns the size of a chunk in bytes. This function and the next two throw the errors of
    /// PinnedChunks::prepare and of the source.
    [[nodiscard]] std::int64_t chunk_bytes(const ChunkSource& source);
    /// Returns a chunk for `bytes` bytes, or an empty lease if there is none and `wait` is Wait::no.
    [[nodiscard]] Lease take(std::int64_t bytes, const ChunkSource& source, Wait wait) {
        return acquire(nullptr, bytes, source, wait);
    }
    /// Returns the chunk of a shared piece that another member has filled or is filling; if there is none,
    /// acts like take(). A caller that waits must not hold a lease that it has yet to fill, because others
    /// may wait for that one.
    [[nodiscard]] Lease share(const SharedPiece& piece, std::int64_t bytes, const ChunkSource& source,
                              Wait wait) {
        return acquire(&piece, bytes, source, wait);
    }

    /// Stops keeping the shared pieces of a run. Called at its end, when no transfer needs them anymore.
    void forget_shared(std::uint64_t run) noexcept;
    /// Releases all memory of a source whose context is lost. There must be no lease.
    void discard(const void* origin) noexcept;
    /// Returns the number of chunks that are leased or kept.
    [[nodiscard]] std::size_t in_use() const;

  private:
    Lease acquire(const SharedPiece* piece, std::int64_t bytes, const ChunkSource& source, Wait wait);
    Lease first_lease(PinnedChunks::Chunk& chunk, std::int64_t bytes, Record* record);
    Record* record_of(const SharedPiece* piece);
    void grow(std::unique_lock<std::mutex>& lock, const ChunkSource& source);
    bool drop_oldest() noexcept;
    void forget(Staged& staged) noexcept;
    template <class Condition>
    void forget_where(Condition condition) noexcept;
    void release(Staged& staged, bool unfilled) noexcept;

    mutable std::mutex mutex_;
    std::condition_variable changed_;  ///< a chunk may have become available
    int waiting_ = 0;
    PinnedChunks chunks_;
    std::map<SharedPiece, Record> records_;
    std::vector<Staged*> kept_;  ///< chunks of shared pieces, in use or not
    std::uint64_t uses_ = 0;
};

}  // namespace hg
