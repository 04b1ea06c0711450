#pragma once

#include <functional>

#include <hg/kernels/rank_update.hpp>

/// What the sources of rank updates share.
namespace hg::kernels {

/// The parameters with their defaults written out.
RankUpdateParameters with_defaults(RankUpdateParameters parameters) noexcept;

/// Rows of a work-group's block.
std::int64_t rows_of_block(const RankUpdateParameters& parameters) noexcept;
/// Work-groups for A of m x n: blocks that have an element of A, or whose block of rows_of_block() x rows_of_block()
/// touches its triangle.
std::int64_t groups_of(const RankUpdateParameters& parameters, std::int64_t m, std::int64_t n) noexcept;

/// The host implementation of rank_update(): it gives the same bits.
std::function<void(const HostCall&)> rank_update_on_host(const RankUpdateParameters& parameters);

}  // namespace hg::kernels
