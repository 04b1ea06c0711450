#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <hg/runtime/machine/pinned_memory.hpp>

namespace hg {

/// Where pinned memory comes from: one device's context.
struct ChunkSource {
    const void* origin = nullptr;  ///< tells sources apart
    /// Null or Error{out_of_memory} if there is no such memory; what else it throws goes to the caller.
    std::function<std::shared_ptr<PinnedMemory>(std::int64_t bytes)> allocate;
};

/// Chunks of pinned memory. They are made as they are needed, since pinning takes about half a second
/// per GiB. If there is less pinned memory than wished, there are fewer chunks, then smaller ones, then
/// chunks of ordinary memory, with which transfers are slower. Not thread-safe, except for allocate().
class PinnedChunks {
  public:
    struct Chunk {
        std::byte* data = nullptr;
        const void* origin = nullptr;
        std::shared_ptr<PinnedMemory> memory{};
    };

    PinnedChunks(std::int64_t chunk_bytes, int most);

    /// Makes the first chunks, which settles the size of all. Throws Error{out_of_memory} if there is no
    /// memory of any kind.
    void prepare(const ChunkSource& source);
    /// Bytes of a chunk. Needs prepare().
    [[nodiscard]] std::int64_t chunk_bytes() const noexcept { return chunk_bytes_; }

    /// Null if every chunk is in use.
    [[nodiscard]] Chunk* take() noexcept;
    void give_back(Chunk* chunk) noexcept { free_.push_back(chunk); }
    [[nodiscard]] std::size_t in_use() const noexcept { return chunks_.size() - free_.size(); }

    /// A further chunk, in three steps, as pinning takes long: begin_growing(), if may_grow(); allocate();
    /// end_growing() with what that gave, or cancel_growing() if either of them threw.
    [[nodiscard]] bool may_grow() const noexcept { return size_ < most_; }
    void begin_growing() noexcept { ++size_; }
    [[nodiscard]] std::shared_ptr<PinnedMemory> allocate(const ChunkSource& source) const;
    void end_growing(const ChunkSource& source, std::shared_ptr<PinnedMemory> memory);
    void cancel_growing() noexcept { --size_; }

    /// Gives up all memory of a source whose context is lost. None of it may be in use.
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
    int size_ = 0;           ///< chunks there are or that are being made
    bool ordinary_ = false;  ///< no pinned memory: ordinary memory instead
    std::vector<std::unique_ptr<Chunk>> chunks_;
    std::vector<Chunk*> free_;  ///< the one used last is taken first: it may still be in the caches
};

}  // namespace hg
