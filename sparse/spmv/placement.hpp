#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sparse/spmv/block_arrays.hpp"
#include "sparse/spmv/needed_columns.hpp"
#include "sparse/spmv/row_division.hpp"
#include <hg/runtime/program/target.hpp>

namespace hg::sparse {

/// Some rows of a matrix on one device.
struct DistributedBlock {
    RowRange rows;
    std::vector<BlockPart> parts;
    /// Those of the device's columns that the block's own count in, as places: with 0 places all of them.
    std::int64_t first_place = 0, places = 0;
};

/// What one device has of a matrix.
struct DeviceRows {
    std::size_t device = 0;  ///< its position in the machine
    RowRange rows;
    ColumnRanges columns;  ///< of x
    std::vector<DistributedBlock> blocks;
};

/// A matrix divided among devices.
struct Placement {
    std::int64_t rows = 0, cols = 0;
    ElementType type = ElementType::f64;
    SpmvPlan plan{};
    std::vector<DeviceRows> devices{};  ///< those that have rows
};

/// Divides a matrix among the devices that compute with its elements; no blocks are made yet.
template <Element T>
Placement divided(const SparseMatrix<T>& A, const SpmvPlan& plan, const std::vector<DeviceModel>& devices) {
    Placement made{.rows = A.rows(), .cols = A.cols(), .type = element_type_of<T>(), .plan = plan};
    const std::vector<RowRange> rows = divided_rows(A.row_start(), made.type, devices);
    for (std::size_t d = 0; d < rows.size(); ++d)
        if (rows[d].size() > 0) made.devices.push_back({d, rows[d], needed_columns(A, rows[d]), {}});
    return made;
}

/// The parameter of an array of a distributed matrix.
std::string array_name(std::size_t device, std::size_t block, std::size_t part, const BlockArray& array);

/// Calls take(name, array) for all arrays of a block, one of `device`.
template <class Device, class Take>
void for_arrays(Device& device, std::size_t block, const Take& take) {
    auto& parts = device.blocks[block].parts;
    for (std::size_t part = 0; part < parts.size(); ++part)
        for (auto& array : parts[part].arrays) take(array_name(device.device, block, part, array), array);
}

/// The same for all blocks of all devices.
template <class Placed, class Take>
void for_arrays(Placed& placement, const Take& take) {
    for (auto& device : placement.devices)
        for (std::size_t block = 0; block < device.blocks.size(); ++block) for_arrays(device, block, take);
}

}  // namespace hg::sparse
