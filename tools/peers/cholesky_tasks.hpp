#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hgctl {

/// The tasks of a tiled Cholesky factorization.
constexpr std::int64_t cholesky_task_count(std::int64_t tiles) noexcept {
    return tiles * (tiles + 1) * (tiles + 2) / 6;
}

/// The tasks of the factorization of tiles x tiles tiles, A := L with A = L L^T, in the order of a sequential
/// machine: add(reads, written) for each, with the numbers of up to two tiles that are read and of the one
/// that is updated. Tile (i, j) has the number i + j tiles.
template <class Add>
void for_each_cholesky_task(std::size_t tiles, const Add& add) {
    const auto task = [&](std::size_t written, const auto&... reads) {
        const std::array<std::size_t, sizeof...(reads)> list{reads...};
        add(std::span<const std::size_t>(list), written);
    };
    const auto tile = [tiles](std::size_t i, std::size_t j) { return i + j * tiles; };
    for (std::size_t k = 0; k < tiles; ++k) {
        task(tile(k, k));                                                          // potrf
        for (std::size_t i = k + 1; i < tiles; ++i) task(tile(i, k), tile(k, k));  // trsm
        for (std::size_t j = k + 1; j < tiles; ++j) {
            task(tile(j, j), tile(j, k));
            for (std::size_t i = j + 1; i < tiles; ++i) task(tile(i, j), tile(i, k), tile(j, k));  // gemm
        }
    }
}

}  // namespace hgctl
