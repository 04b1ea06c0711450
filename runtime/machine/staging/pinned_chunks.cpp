#include "runtime/machine/staging/pinned_chunks.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/machine/device/host_memory.hpp"
#include "runtime/machine/log.hpp"

namespace hg {
namespace {

/// One chunk is on the link while the other is being copied.
constexpr int kLeast = 2;
/// Smaller chunks would be slower than ordinary memory.
constexpr std::int64_t kSmallestPinned = std::int64_t{256} << 10;

/// Returns null if there is no pinned memory.
std::shared_ptr<PinnedMemory> allocate_pinned(const ChunkSource& source, std::int64_t bytes) {
    try {
        return source.allocate(bytes);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory) throw;
        return nullptr;
    }
}

std::string mebibytes(std::int64_t bytes) {
    return std::to_string(bytes >> 20) + "." + std::to_string((bytes >> 10) % 1024 * 10 / 1024) + " MiB";
}

}  // namespace

PinnedChunks::PinnedChunks(std::int64_t chunk_bytes, int most)
    : wanted_bytes_(std::max<std::int64_t>(chunk_bytes, 8)),
      wanted_(std::max(most, kLeast)),
      chunk_bytes_(wanted_bytes_),
      most_(wanted_) {
    // give_back() must not allocate.
    free_.reserve(static_cast<std::size_t>(wanted_));
    chunks_.reserve(static_cast<std::size_t>(wanted_));
}

void PinnedChunks::prepare(const ChunkSource& source) {
    if (!chunks_.empty()) return;
    const std::int64_t smallest = std::min(wanted_bytes_, kSmallestPinned);
    for (chunk_bytes_ = wanted_bytes_; chunk_bytes_ >= smallest; chunk_bytes_ /= 2)
        if (make_first(source)) {
            if (chunk_bytes_ < wanted_bytes_)
                log(LogLevel::warn, "little pinned memory: staging in chunks of " + mebibytes(chunk_bytes_) +
                                        " instead of " + mebibytes(wanted_bytes_));
            return;
        }
    log(LogLevel::warn, "no pinned memory: staging through ordinary memory, which is slower");
    ordinary_ = true;
    chunk_bytes_ = wanted_bytes_;
    if (make_first(source)) return;
    ordinary_ = false;
    throw Error(ErrorCode::out_of_memory, "no host memory to stage matrices in");
}

/// Makes all of the first chunks or none.
bool PinnedChunks::make_first(const ChunkSource& source) {
    std::vector<std::unique_ptr<Chunk>> made;
    for (int i = 0; i < kLeast; ++i) {
        std::shared_ptr<PinnedMemory> memory = allocate(source);
        if (!memory) return false;
        made.push_back(make(source, std::move(memory)));
    }
    size_ += kLeast;
    for (auto& chunk : made) add(std::move(chunk));
    return true;
}

std::shared_ptr<PinnedMemory> PinnedChunks::allocate(const ChunkSource& source) const {
    if (!ordinary_) return allocate_pinned(source, chunk_bytes_);
    return allocate_pinned(
        {nullptr, [](std::int64_t bytes) { return std::make_shared<OrdinaryMemory>(bytes); }}, chunk_bytes_);
}

void PinnedChunks::end_growing(const ChunkSource& source, std::shared_ptr<PinnedMemory> memory) {
    if (memory) return add(make(source, std::move(memory)));
    const int size = size_ - 1;
    if (size < most_)
        log(LogLevel::warn, "little pinned memory: staging with " + std::to_string(size) +
                                " chunks instead of " + std::to_string(wanted_));
    size_ = size;
    most_ = std::max(size, kLeast);
}

std::unique_ptr<PinnedChunks::Chunk> PinnedChunks::make(const ChunkSource& source,
                                                        std::shared_ptr<PinnedMemory> memory) const {
    std::byte* const data = memory->data();
    return std::make_unique<Chunk>(Chunk{data, ordinary_ ? nullptr : source.origin, std::move(memory)});
}

/// Adds a chunk. The lists have room for the wanted number of chunks.
void PinnedChunks::add(std::unique_ptr<Chunk> chunk) noexcept {
    chunks_.push_back(std::move(chunk));
    free_.push_back(chunks_.back().get());
}

PinnedChunks::Chunk* PinnedChunks::take() noexcept {
    if (free_.empty()) return nullptr;
    Chunk* const chunk = free_.back();
    free_.pop_back();
    return chunk;
}

void PinnedChunks::discard(const void* origin) noexcept {
    std::erase_if(free_, [&](const Chunk* chunk) { return chunk->origin == origin; });
    size_ -= static_cast<int>(
        std::erase_if(chunks_, [&](const std::unique_ptr<Chunk>& chunk) { return chunk->origin == origin; }));
    most_ = wanted_;
    ordinary_ = ordinary_ && !chunks_.empty();
}

}  // namespace hg
