#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Boundaries of blocks along one dimension: block i covers [bounds[i], bounds[i + 1]).
using BlockBounds = std::vector<std::int64_t>;

/// Divides `size` into blocks of at most `block`. First come size / block - 1 blocks of `block` (rounded
/// down). The rest is less than two blocks: it becomes two equal blocks, the first one larger by 1 if the
/// rest is odd. So no block is tiny. No block is empty. A size below `block` is one block.
BlockBounds split_blocks(std::int64_t size, std::int64_t block);

/// Divides `size` into as few blocks of at most `block` as possible, all about equal. If `block` is a
/// multiple of `alignment`, all blocks but the last one are such multiples too.
BlockBounds split_evenly(std::int64_t size, std::int64_t block, std::int64_t alignment = 1);

/// Divides `size` into consecutive parts in proportion to `rates`, by largest remainder. Parts may be empty.
BlockBounds split_by_rate(std::int64_t size, const std::vector<double>& rates);

}  // namespace hg
