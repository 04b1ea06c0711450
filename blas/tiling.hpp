#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Boundaries of blocks along one dimension: block i covers [bounds[i], bounds[i + 1]).
using BlockBounds = std::vector<std::int64_t>;

/// Divides `size` into blocks of at most `block`. The first size / block - 1 (rounded down) blocks have the
/// size `block`. The rest, which is less than two blocks, becomes two equal blocks, the first one larger by 1
/// if the rest is odd. So no block is tiny, and none is empty. A size below `block` is one block.
BlockBounds split_blocks(std::int64_t size, std::int64_t block);

/// Divides `size` into as few blocks of at most `block` as possible, all of about equal size. If `block` is a
/// multiple of `alignment`, so are the sizes of all blocks except the last.
BlockBounds split_evenly(std::int64_t size, std::int64_t block, std::int64_t alignment = 1);

/// Divides `size` into consecutive parts in proportion to `rates`, by the largest-remainder method. Parts may
/// be empty.
BlockBounds split_by_rate(std::int64_t size, const std::vector<double>& rates);

}  // namespace hg
