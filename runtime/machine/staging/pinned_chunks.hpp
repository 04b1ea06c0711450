#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// The source of pinned memory: one device's context.
struct ChunkSource {
    const void* origin = nullptr;  ///< distinguishes sources
    /// Returns null or throws Error{out_of_memory} if there is no such memory. Other errors reach the caller.
    std::function<std::shared_ptr<PinnedMemory>(std::int64_t bytes)> allocate;
};

/// Chunks of pinned memory, made on demand because pinning takes about half a second per GiB. If there is
/// less pinned memory than wanted, there are fewer chunks, then smaller ones, and finally chunks of ordinary
/// memory, with which transfers are slower. Not thread-safe, except for allocate().
class PinnedChunks {
  public:
    struct Chunk {
        std::byte* data = nullptr;
        const void* origin = nullptr;
        std::shared_ptr<PinnedMemory> memory{};
    };

    PinnedChunks(std::int64_t chunk_bytes, int most);

    /// Makes the first chunks, which determines the size of all. Throws Error{out_of_memory} if there is no
    /// memory of any kind.
    void prepare(const ChunkSource& source);
    /// Returns the size of a chunk in bytes. Requires a call of prepare().
    [[nodiscard]] std::int64_t chunk_bytes() const noexcept { return chunk_bytes_; }

    /// Returns null if every chunk is in use.
    [[nodiscard]] Chunk* take() noexcept;
    void give_back(Chunk* chunk) noexcept { free_.push_back(chunk); }
    [[nodiscard]] std::size_t in_use() const noexcept { return chunks_.size() - free_.size(); }

    /// Another chunk is made in three steps, because pinning takes long: begin_growing() if may_grow();
    /// allocate(); then end_growing() with the result, or cancel_growing() if one of them threw.
    [[nodiscard]] bool may_grow() const noexcept { return size_ < most_; }
    void begin_growing() noexcept { ++size_; }
    [[nodiscard]] std::shared_ptr<PinnedMemory> allocate(const ChunkSource& source) const;
    void end_growing(const ChunkSource& source, std::shared_ptr<PinnedMemory> memory);
    void cancel_growing() noexcept { --size_; }

    /// Releases all memory of a source whose context is lost. None of it may be in use.
    void discard(const void* origin) noexcept;

  private:
    [[nodiscard]] std::unique_ptr<Chunk> make(const ChunkSource& source,
                                              std::shared_ptr<PinnedMemory> memory) const;
    void add(std::unique_ptr<Chunk> chunk) noexcept;
    bool make_first(const ChunkSource& source);

    const std::int64_t wanted_bytes_;
    const int wanted_;
    std::int64_t chunk_bytes_;
    int most_;
    int size_ = 0;           ///< the number of chunks, including those being made
    bool ordinary_ = false;  ///< the chunks are in ordinary memory, because there is no pinned memory
    std::vector<std::unique_ptr<Chunk>> chunks_;
    std::vector<Chunk*> free_;  ///< the last used one is taken first, because it may still be in the caches
};

}  // namespace hg
