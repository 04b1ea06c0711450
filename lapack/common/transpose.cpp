#include "lapack/common/transpose.hpp"

#include <algorithm>

#include "lapack/common/memory_loop.hpp"

namespace hg {
namespace {

/// Rows and columns of a block: its lines of memory stay in the first cache while it is turned.
constexpr std::int64_t kBlock = 32;

}  // namespace

/// Each thread takes some blocks of columns of `to`.
template <class T>
void transpose(std::int64_t rows, std::int64_t cols, const T* from, std::int64_t ld_from, T* to,
               std::int64_t ld_to) noexcept {
    const std::int64_t blocks = (rows + kBlock - 1) / kBlock;
    const std::int64_t bytes = 2 * kBlock * cols * static_cast<std::int64_t>(sizeof(T));
    memory_loop(blocks, bytes, [=](std::int64_t first, std::int64_t last) {
        for (std::int64_t block = first; block < last; ++block)
            for (std::int64_t j = 0; j < cols; j += kBlock)
                for (std::int64_t i = block * kBlock; i < std::min(rows, (block + 1) * kBlock); ++i)
                    for (std::int64_t p = j; p < std::min(cols, j + kBlock); ++p)
                        to[p + i * ld_to] = from[i + p * ld_from];
    });
}

template void transpose(std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                        std::int64_t) noexcept;
template void transpose(std::int64_t, std::int64_t, const double*, std::int64_t, double*,
                        std::int64_t) noexcept;

}  // namespace hg
