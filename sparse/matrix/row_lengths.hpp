#pragma once

#include <cstdint>
#include <span>

#include <hg/sparse/sparse_structure.hpp>

namespace hg::sparse {

/// The figures of a matrix with these rows.
SparseStructure row_lengths(std::int64_t columns, std::span<const std::int64_t> row_start);

}  // namespace hg::sparse
