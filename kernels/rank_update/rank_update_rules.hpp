#pragma once

#include <array>
#include <functional>

#include "kernels/family/fields.hpp"
#include <hg/kernels/rank_update.hpp>

/// What the sources of rank updates share.
namespace hg::kernels {

/// The numbers of rank_update(), in the order of names; last come what the tuner tries on GPUs and on CPUs.
inline constexpr auto kRankUpdateFields = std::to_array<Field<RankUpdateParameters>>({
    {&RankUpdateBlocking::vector, "vector", "_v", kPieces, {16, 32, 8, 32}, {16, 64}},
    {&RankUpdateBlocking::items, "items", "_i", powers_of_two(1, 1024), {32, 256, 32, 1024}, {4, 64, 1, 64}},
    {&RankUpdateBlocking::columns,
     "columns",
     "_c",
     powers_of_two(1, 1 << 14),
     {4, 64, 1, 256},
     {8, 64, 8, 256}},
    {&RankUpdateBlocking::unroll, "unroll", "_u", powers_of_two(1, 16), {2, 8, 1, 16}, {1, 4, 1, 8}},
});

/// Rows of a work-group's block.
std::int64_t rows_of_block(const RankUpdateParameters& parameters) noexcept;
/// Work-groups for A of m x n: blocks that have an element of A, or whose block of rows_of_block() x
/// rows_of_block() touches its triangle.
std::int64_t groups_of(const RankUpdateParameters& parameters, std::int64_t m, std::int64_t n) noexcept;

/// The host implementation of rank_update(): it gives the same bits.
std::function<void(const HostCall&)> rank_update_on_host(const RankUpdateParameters& parameters);

}  // namespace hg::kernels
