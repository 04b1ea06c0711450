#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How a product with Q is divided: C is cut into block_columns, which are dealt out to the devices in turn.
/// A pass is what the devices hold at once: consecutive block_columns. Widths do not depend on the devices,
/// so that the bits of results do not.
struct QLayout {
    std::int64_t extent = 0;  ///< columns of C, or rows if Q is on the right
    std::int64_t block_column = 0;
    std::int64_t panel = 0;  ///< columns of a block reflector
    std::vector<DeviceIndex> devices;
    std::size_t block_columns_per_pass = 1;
    bool keeps_panels = true;  ///< devices keep block reflectors from pass to pass

    [[nodiscard]] std::size_t block_columns() const noexcept {
        return static_cast<std::size_t>((extent + block_column - 1) / block_column);
    }
    /// The columns, or rows, of block_column j.
    [[nodiscard]] Span span_of(std::size_t j) const noexcept {
        const std::int64_t first = static_cast<std::int64_t>(j) * block_column;
        return {first, std::min(extent, first + block_column)};
    }
    [[nodiscard]] DeviceIndex device_of(std::size_t j) const noexcept { return devices[j % devices.size()]; }
};

/// The layout that suits a C of this extent and a number of reflectors, with one block_column a device in a
/// pass. Throws Error{device_failed} if no device computes in the type.
QLayout q_layout(ElementType type, std::int64_t extent, std::int64_t reflectors, const Target& target);

/// A layout on the first `count` of its devices, with one block_column for each in a pass.
QLayout on_fewer_devices(QLayout layout, std::size_t count);

/// Lets a layout take less memory. False if it cannot.
bool take_less_memory(QLayout& layout);

}  // namespace hg
