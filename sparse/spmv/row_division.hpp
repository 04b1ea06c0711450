#pragma once

#include <algorithm>
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

/// Nonzeros of resident blocks: formats may add as many places again.
inline constexpr std::int64_t kMostResident = kMostOnDevice / 2;

/// Bytes that a nonzero takes on a device.
constexpr std::int64_t bytes_of_nonzero(ElementType type) noexcept {
    return size_of(type) + size_of(ElementType::i32);
}

/// Nonzeros of a block in a device's memory.
inline std::int64_t most_resident(ElementType type, const DeviceModel& device) noexcept {
    return std::min(kMostResident, device.largest_slot / 2 / bytes_of_nonzero(type));
}

/// The rows in blocks of at most `nonzeros` nonzeros, and kMostOnDevice, which begin a multiple of `unit`
/// rows apart; each has at least as many.
std::vector<RowRange> row_blocks(std::span<const std::int64_t> row_start, const RowRange& rows,
                                 std::int64_t nonzeros, std::int64_t unit = 1);

}  // namespace hg::sparse
