#pragma once

#include <algorithm>
#include <cstdint>

#include "runtime/threads/parallel_for.hpp"

namespace hg {

/// parallel_for for work bound by memory: it uses several threads if there are enough bytes to be worth it.
///
/// @param bytes_each bytes that the work on one index reads and writes.
template <class Body>
void memory_loop(std::int64_t count, std::int64_t bytes_each, const Body& body) noexcept {
    constexpr std::int64_t kBytesPerThread = 1 << 20;  // less is done before a thread has begun
    constexpr int kMostThreads = 32;                   // more do not make memory faster
    parallel_for(count, body,
                 {.least = kBytesPerThread / std::max<std::int64_t>(1, bytes_each), .threads = kMostThreads});
}

/// to := from, both column-major; they don't overlap. Several threads copy large matrices.
template <class From, class To>
void copy_columns(std::int64_t rows, std::int64_t columns, const From* from, std::int64_t ld_from, To* to,
                  std::int64_t ld_to) noexcept {
    memory_loop(columns, rows * static_cast<std::int64_t>(sizeof(From) + sizeof(To)),
                [=](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = first; j < last; ++j)
                        std::copy_n(from + j * ld_from, rows, to + j * ld_to);
                });
}

}  // namespace hg
