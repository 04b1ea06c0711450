#include "runtime/machine/staging/column_copy.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <cstring>

namespace hg {
namespace {

/// The most that one thread copies at a time. Each thread gets several pieces, so that a late one does not
/// delay the others; the pieces are large compared with the cost of taking one.
constexpr std::int64_t kLargestPiece = std::int64_t{512} << 10;
constexpr std::int64_t kSmallestPiece = std::int64_t{64} << 10;
constexpr std::int64_t kPiecesPerThread = 2;
/// Below this size, a second thread costs more than it saves.
constexpr std::int64_t kSerialBytes = std::int64_t{256} << 10;
/// Shorter columns consist mostly of ends that cannot be streamed.
constexpr std::int64_t kLeastStreamed = std::int64_t{1} << 10;

/// Joins columns that have no gaps on either side into one long column.
ColumnCopy joined(ColumnCopy copy) noexcept {
    if (copy.clip.part == TilePart::whole && copy.columns > 1 && copy.to_stride == copy.column_bytes &&
        copy.from_stride == copy.column_bytes) {
        copy.column_bytes *= copy.columns;
        copy.columns = 1;
    }
    return copy;
}

/// Does a memcpy with stores that do not first read the destination into the cache, which halves the traffic.
/// Copies partial cache lines at either end normally.
void copy_streaming(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
#ifdef __SSE2__
    constexpr std::size_t kLine = 64;
    const std::size_t head = std::min(bytes, (kLine - reinterpret_cast<std::uintptr_t>(to) % kLine) % kLine);
    std::memcpy(to, from, head);
    std::size_t done = head;
    for (; done + kLine <= bytes; done += kLine)
        for (std::size_t i = done; i < done + kLine; i += sizeof(__m128i))
            _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                             _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
    std::memcpy(to + done, from + done, bytes - done);
#else
    std::memcpy(to, from, bytes);
#endif
}

/// Orders streaming stores before this thread's later accesses, as normal stores are.
void end_streaming() noexcept {
#ifdef __SSE2__
    _mm_sfence();
#endif
}

}  // namespace

void copy_columns(const ColumnCopy& requested) noexcept {
    const ColumnCopy copy = joined(requested);
    if (copy.bytes() == 0) return;
    const bool streaming = copy.streaming && copy.column_bytes >= kLeastStreamed;
    for (std::int64_t j = 0; j < copy.columns; ++j) {
        const auto [begin, end] = copy.clip.bytes(j, copy.column_bytes);
        std::byte* to = copy.to + j * copy.to_stride + begin;
        const std::byte* from = copy.from + j * copy.from_stride + begin;
        const auto bytes = static_cast<std::size_t>(end - begin);
        if (streaming)
            copy_streaming(to, from, bytes);
        else
            std::memcpy(to, from, bytes);
    }
    if (streaming) end_streaming();
}

ColumnPieces::ColumnPieces(const ColumnCopy& copy, int threads) noexcept : copy_(joined(copy)) {
    const std::int64_t bytes = copy_.bytes();
    if (bytes < kSerialBytes || threads < 2) {
        columns_each_ = std::max<std::int64_t>(1, copy_.columns);
        return;
    }
    const std::int64_t size = std::clamp(bytes / (kPiecesPerThread * threads), kSmallestPiece, kLargestPiece);
    columns_each_ = std::max<std::int64_t>(1, size / copy_.column_bytes);
    parts_of_column_ = std::max<std::int64_t>(1, copy_.column_bytes / size);
}

std::int64_t ColumnPieces::count() const noexcept {
    return copy_.bytes() == 0 ? 0 : (copy_.columns + columns_each_ - 1) / columns_each_ * parts_of_column_;
}

ColumnCopy ColumnPieces::piece(std::int64_t i) const noexcept {
    const std::int64_t first = i / parts_of_column_ * columns_each_;
    const std::int64_t part = i % parts_of_column_;
    // Parts begin at multiples of 64 bytes, so that no two threads write the same cache line of aligned
    // memory.
    const std::int64_t least = (copy_.column_bytes + parts_of_column_ - 1) / parts_of_column_;
    const std::int64_t part_bytes = (least + 63) / 64 * 64;
    const std::int64_t begin = std::min(part * part_bytes, copy_.column_bytes);
    const std::int64_t end = std::min(begin + part_bytes, copy_.column_bytes);
    ColumnCopy piece = copy_;
    piece.to += first * copy_.to_stride + begin;
    // When pages are only being populated, there is no source.
    if (copy_.from) piece.from += first * copy_.from_stride + begin;
    piece.column_bytes = end - begin;
    piece.columns = std::min(columns_each_, copy_.columns - first);
    piece.clip.first_column += first;
    piece.clip.first_byte += begin;
    return piece;
}

}  // namespace hg
