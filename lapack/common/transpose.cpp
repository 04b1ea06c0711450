#include "lapack/common/transpose.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>

#include "host_blas/element_arithmetic.hpp"
#include "lapack/common/memory_loop.hpp"

namespace hg {
namespace {

/// Rows and columns of a block, which stays in the first cache.
constexpr std::int64_t kBlock = 32;

/// By way of a block of its own, so that the lines of memory of both matrices are read and written as a
/// whole: with leading dimensions that are powers of two, a cache would not hold those of a block.
template <class T>
void turn_block(bool conjugated, std::int64_t rows, std::int64_t cols, const T* from, std::int64_t ld_from,
                T* to, std::int64_t ld_to) noexcept {
    std::array<T, kBlock * kBlock> block;  // NOLINT: what is read of it was written before
    for (std::int64_t j = 0; j < cols; ++j)
        for (std::int64_t i = 0; i < rows; ++i)
            block[static_cast<std::size_t>(i * kBlock + j)] =
                conjugated_if(conjugated, from[i + j * ld_from]);
    for (std::int64_t i = 0; i < rows; ++i) std::copy_n(block.data() + i * kBlock, cols, to + i * ld_to);
}

/// Each thread takes some blocks of columns of `to`.
template <class T>
void turn(bool conjugated, std::int64_t rows, std::int64_t cols, const T* from, std::int64_t ld_from, T* to,
          std::int64_t ld_to) noexcept {
    const std::int64_t blocks = (rows + kBlock - 1) / kBlock;
    const std::int64_t bytes = 2 * kBlock * cols * static_cast<std::int64_t>(sizeof(T));
    memory_loop(blocks, bytes, [=](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first * kBlock; i < std::min(rows, last * kBlock); i += kBlock)
            for (std::int64_t j = 0; j < cols; j += kBlock)
                turn_block(conjugated, std::min(kBlock, rows - i), std::min(kBlock, cols - j),
                           from + i + j * ld_from, ld_from, to + j + i * ld_to, ld_to);
    });
}

}  // namespace

template <class T>
void transpose(std::int64_t rows, std::int64_t cols, const T* from, std::int64_t ld_from, T* to,
               std::int64_t ld_to) noexcept {
    turn(false, rows, cols, from, ld_from, to, ld_to);
}

template <class T>
void adjoin(std::int64_t rows, std::int64_t cols, const T* from, std::int64_t ld_from, T* to,
            std::int64_t ld_to) noexcept {
    turn(true, rows, cols, from, ld_from, to, ld_to);
}

#define HG_INSTANTIATE(T)                                                                                   \
    template void transpose(std::int64_t, std::int64_t, const T*, std::int64_t, T*, std::int64_t) noexcept; \
    template void adjoin(std::int64_t, std::int64_t, const T*, std::int64_t, T*, std::int64_t) noexcept;
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg
