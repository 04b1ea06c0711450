#pragma once

#include <cstdint>
#include <vector>

#include "runtime/program/element.hpp"
#include "runtime/program/target.hpp"

namespace hg {

/// Boundaries of blocks along one dimension: block i covers [bounds[i], bounds[i + 1]).
using BlockBounds = std::vector<std::int64_t>;

/// Divides `size` into blocks of at most `block`: size / block - 1 regular ones, and the rest, less than two
/// blocks, into two equal ones (the first one larger where it is odd), so that no block is tiny. No empty
/// blocks; a size below `block` is one block.
BlockBounds split_blocks(std::int64_t size, std::int64_t block);

/// Divides `size` into as few blocks of at most `block` as there can be, all about equal: multiples of
/// `alignment` but the last one, where `block` is a multiple too.
BlockBounds split_evenly(std::int64_t size, std::int64_t block, std::int64_t alignment = 1);

/// Divides `size` into consecutive parts in proportion to `rates`, by largest remainder; parts may be empty.
BlockBounds split_by_rate(std::int64_t size, const std::vector<double>& rates);

}  // namespace hg
