#include "blas/tiles/emit.hpp"

#include "blas/tiles/symmetric_tile.hpp"
#include <hg/blas/registers/gemm.hpp>

namespace hg {
namespace {

/// Columns with fewer elements are not padded, because padding would take too much memory for its gain.
constexpr std::int64_t kLeastPadded = 128;

std::int64_t leading_dimension(const HostTile& tile, ElementType type) {
    return tile.rows < kLeastPadded ? tile.rows : padded_ld(tile.rows, type);
}

}  // namespace

RegisterId TileCache::read(const TiledMatrix& matrix, std::size_t i, std::size_t j) {
    const HostTile tile = matrix.tile(i, j);
    const Key key{tile.parameter, tile.row, tile.col};
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
        entries_.splice(entries_.begin(), entries_, found->second);
        return entries_.front().reg;
    }
    const std::int64_t bytes = leading_dimension(tile, matrix.type) * tile.cols * size_of(matrix.type);
    make_room(bytes);
    const RegisterId reg = register_for(matrix, tile);
    if (matrix.symmetric)
        load_symmetric(builder_, *matrix.symmetric, matrix.hermitian, tile, reg);
    else
        builder_.load(reg, tile);
    entries_.push_front({key, reg, bytes});
    by_key_[key] = entries_.begin();
    used_ += bytes;
    return reg;
}

RegisterId TileCache::open(const TiledMatrix& matrix, std::size_t i, std::size_t j, bool load) {
    const HostTile tile = matrix.tile(i, j);
    const RegisterId reg = register_for(matrix, tile);
    if (load) builder_.load(reg, tile);
    return reg;
}

void TileCache::close(const TiledMatrix& matrix, std::size_t i, std::size_t j, RegisterId reg) {
    builder_.store(matrix.tile(i, j), reg);
}

RegisterId TileCache::register_for(const TiledMatrix& matrix, const HostTile& tile) {
    return builder_.reg(device_, matrix.type, tile.rows, tile.cols, leading_dimension(tile, matrix.type));
}

void TileCache::make_room(std::int64_t bytes) {
    // A register lives until the last command that names it, so dropping a tile frees its memory.
    while (!entries_.empty() && used_ + bytes > budget_) {
        used_ -= entries_.back().bytes;
        by_key_.erase(entries_.back().key);
        entries_.pop_back();
    }
}

}  // namespace hg
