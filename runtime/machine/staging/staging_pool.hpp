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

/// A part of a host tile that several devices load: staged once, sent to each of them.
struct SharedPiece {
    std::uint64_t run = 0;     ///< that loads it
    std::uint32_t group = 0;   ///< of the loads, as in Program::shared_load
    std::int64_t members = 0;  ///< loads in the group
    std::int64_t offset = 0;   ///< of its first byte in the tile, counted column by column without gaps

    // NOLINTNEXTLINE(modernize-use-nullptr): a literal that the generated comparison holds
    friend auto operator<=>(const SharedPiece&, const SharedPiece&) = default;
};

/// The pinned chunks that the transfers of a machine's devices go through. Thread-safe.
///
/// A chunk is in use while somebody holds a lease on it. The chunk of a shared piece is kept until every
/// member of its group has had it. If chunks run out before, those that nobody uses are dropped, the one used
/// longest ago first; a member that comes later stages the piece again. So nobody waits for a member that has
/// not come: a wait for a chunk ends with a lease, and leases end with a transfer.
class StagingPool {
    /// A chunk and what is in it.
    struct Staged;
    /// What became of a shared piece so far.
    struct Record {
        SharedPiece piece;
        std::int64_t left = 0;             ///< members that have not had it
        std::shared_ptr<Staged> staged{};  ///< null before it is staged, and after it was dropped
    };

  public:
    /// What to do if no chunk can be had now.
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

        /// True if there is a chunk.
        explicit operator bool() const noexcept { return pool_ != nullptr; }
        [[nodiscard]] std::byte* data() const noexcept;
        /// Bytes of the piece.
        [[nodiscard]] std::int64_t bytes() const noexcept;
        /// True if the holder must fill the chunk. It always must, unless another holder
        /// fills this shared piece.
        [[nodiscard]] bool fills() const noexcept { return fills_; }
        /// Tells those who wait that the chunk is full.
        void filled() noexcept;
        /// Returns true when the chunk is full. Returns false if its filler's lease ended before: then this
        /// lease's holder must fill it.
        [[nodiscard]] bool wait_until_filled() noexcept;

      private:
        friend class StagingPool;
        Lease(StagingPool& pool, std::shared_ptr<Staged> staged, bool fills) noexcept
            : pool_(&pool), staged_(std::move(staged)), fills_(fills) {}

        StagingPool* pool_ = nullptr;
        std::shared_ptr<Staged> staged_;
        bool fills_ = false;
    };

    /// At most `chunks` chunks, of `chunk_bytes` bytes each if there is so much pinned memory.
    StagingPool(std::int64_t chunk_bytes, int chunks) : chunks_(chunk_bytes, chunks) {}

    /// Bytes of a chunk. This and the next two throw what PinnedChunks::prepare and the source throw.
    [[nodiscard]] std::int64_t chunk_bytes(const ChunkSource& source);
    /// A chunk to fill with `bytes` bytes; an empty lease if there is none and `wait` says not to wait.
    [[nodiscard]] Lease take(std::int64_t bytes, const ChunkSource& source, Wait wait) {
        return acquire(nullptr, bytes, source, wait);
    }
    /// The chunk of a shared piece that another member has filled or is filling; otherwise as take().
    /// Waiting, the caller must not hold a lease it is to fill: others may wait for that one.
    [[nodiscard]] Lease share(const SharedPiece& piece, std::int64_t bytes, const ChunkSource& source,
                              Wait wait) {
        return acquire(&piece, bytes, source, wait);
    }

    /// Keeps no shared pieces of a run any longer: at its end, when nothing asks for them any more.
    void forget_shared(std::uint64_t run) noexcept;
    /// Gives up all memory of a source whose context is lost. No lease may be held.
    void discard(const void* origin) noexcept;
    /// Chunks that are held or kept.
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
    std::condition_variable changed_;  ///< a chunk may be had
    int waiting_ = 0;
    PinnedChunks chunks_;
    std::map<SharedPiece, Record> records_;
    std::vector<Staged*> kept_;  ///< chunks of shared pieces, in use or not
    std::uint64_t uses_ = 0;
};

}  // namespace hg
