#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sparse/formats/csr_block.hpp"
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::sparse {

/// Rows of a matrix that a device has; none if it is not there or does not compute with such elements.
/// They are divided by the bytes that their products read and write, and by how fast each device's memory is.
std::vector<RowRange> divided_rows(std::span<const std::int64_t> row_start, ElementType type,
                                   const std::vector<DeviceModel>& devices);

/// The rows in blocks of at most `bytes` bytes of nonzeros and kMostOnDevice nonzeros, each at least one row.
std::vector<RowRange> row_blocks(std::span<const std::int64_t> row_start, const RowRange& rows,
                                 ElementType type, std::int64_t bytes);

}  // namespace hg::sparse
