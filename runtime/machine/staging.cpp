#include "runtime/machine/staging.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstring>

namespace hg {
namespace {

/// What one task copies: large against a task's cost, small enough to share a chunk among all threads.
constexpr std::int64_t kPieceBytes = std::int64_t{512} << 10;
/// Below this a second thread costs more than it saves.
constexpr std::int64_t kSerialBytes = 2 * kPieceBytes;
/// Shorter columns are mostly ends that streaming does not serve.
constexpr std::int64_t kLeastStreamed = std::int64_t{1} << 10;

/// Eight copy as fast as a link of 55 GB/s takes; more would keep the queues' threads from the cores.
constexpr int kEnoughThreads = 8;

/// More threads than cores would serve nothing, and oneTBB would say so on standard error.
int thread_count(int wanted) {
    const int cores = std::max(1, tbb::info::default_concurrency());
    return std::min(wanted > 0 ? wanted : kEnoughThreads, cores);
}

/// Where columns follow each other without a gap on both sides, they are one long column.
ColumnCopy joined(ColumnCopy copy) {
    if (copy.columns > 1 && copy.to_stride == copy.column_bytes && copy.from_stride == copy.column_bytes) {
        copy.column_bytes *= copy.columns;
        copy.columns = 1;
    }
    return copy;
}

/// memcpy with stores that do not read the destination into the cache first, which halves the traffic. Lines
/// at either end that are covered in part are copied plainly.
void copy_streaming(std::byte* to, const std::byte* from, std::size_t bytes) {
#ifdef __SSE2__
    constexpr std::size_t kLine = 64;
    const std::size_t head = std::min(bytes, (kLine - reinterpret_cast<std::uintptr_t>(to) % kLine) % kLine);
    std::memcpy(to, from, head);
    std::size_t done = head;
    for (; done + kLine <= bytes; done += kLine)
        for (std::size_t i = done; i < done + kLine; i += sizeof(__m128i))
            _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                             _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
    _mm_sfence();
    std::memcpy(to + done, from + done, bytes - done);
#else
    std::memcpy(to, from, bytes);
#endif
}

void copy_serially(const ColumnCopy& copy) {
    const auto bytes = static_cast<std::size_t>(copy.column_bytes);
    const bool streaming = copy.streaming && copy.column_bytes >= kLeastStreamed;
    for (std::int64_t j = 0; j < copy.columns; ++j) {
        std::byte* to = copy.to + j * copy.to_stride;
        const std::byte* from = copy.from + j * copy.from_stride;
        if (streaming)
            copy_streaming(to, from, bytes);
        else
            std::memcpy(to, from, bytes);
    }
}

/// A copy cut into pieces of about kPieceBytes: groups of short columns, or parts of long ones.
class Pieces {
  public:
    explicit Pieces(const ColumnCopy& copy) : copy_(copy) {
        columns_each_ = std::max<std::int64_t>(1, kPieceBytes / copy.column_bytes);
        parts_of_column_ = std::max<std::int64_t>(1, copy.column_bytes / kPieceBytes);
    }

    [[nodiscard]] std::int64_t count() const {
        return (copy_.columns + columns_each_ - 1) / columns_each_ * parts_of_column_;
    }

    [[nodiscard]] ColumnCopy piece(std::int64_t i) const {
        const std::int64_t first = i / parts_of_column_ * columns_each_;
        const std::int64_t part = i % parts_of_column_;
        // Parts begin at multiples of 64 bytes: no two threads write one cache line of aligned memory.
        const std::int64_t least = (copy_.column_bytes + parts_of_column_ - 1) / parts_of_column_;
        const std::int64_t part_bytes = (least + 63) / 64 * 64;
        const std::int64_t begin = std::min(part * part_bytes, copy_.column_bytes);
        const std::int64_t end = std::min(begin + part_bytes, copy_.column_bytes);
        ColumnCopy piece = copy_;
        piece.to += first * copy_.to_stride + begin;
        piece.from += first * copy_.from_stride + begin;
        piece.column_bytes = end - begin;
        piece.columns = std::min(columns_each_, copy_.columns - first);
        return piece;
    }

  private:
    ColumnCopy copy_;
    std::int64_t columns_each_ = 1;
    std::int64_t parts_of_column_ = 1;
};

}  // namespace

struct ColumnCopier::Threads {
    explicit Threads(int count) : arena(count) {}
    tbb::task_arena arena;
};

ColumnCopier::ColumnCopier(int threads) : threads_(std::make_unique<Threads>(thread_count(threads))) {}
ColumnCopier::~ColumnCopier() = default;

void ColumnCopier::copy(const ColumnCopy& requested) {
    const ColumnCopy copy = joined(requested);
    if (copy.bytes() == 0) return;
    if (copy.bytes() < kSerialBytes || threads_->arena.max_concurrency() == 1) {
        copy_serially(copy);
        return;
    }
    const Pieces pieces(copy);
    // oneTBB orders the tasks and this thread; saying so in atomics as well lets ThreadSanitizer know, which
    // does not see into the library.
    std::atomic<bool> begun{false};
    std::atomic<std::int64_t> ended{0};
    begun.store(true, std::memory_order_release);
    threads_->arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, pieces.count(), 1), [&](const auto& range) {
            static_cast<void>(begun.load(std::memory_order_acquire));
            for (std::int64_t i = range.begin(); i < range.end(); ++i) copy_serially(pieces.piece(i));
            ended.fetch_add(1, std::memory_order_release);
        });
    });
    static_cast<void>(ended.load(std::memory_order_acquire));
}

}  // namespace hg
