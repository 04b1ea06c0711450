#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lapack/common/block_columns.hpp"
#include "lapack/common/tile.hpp"
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// How a factorization of an m x n matrix is divided. The matrix is cut into panels of `panel` columns, which
/// are factored one after the other, and into block columns of whole panels, which are distributed
/// block-cyclically among the devices. A pass is what the devices hold at once: consecutive block columns.
/// Widths do not depend on the devices, so that the bits of results do not.
struct BlockLayout {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t block_column = 0;
    std::int64_t panel = 0;
    std::int64_t right_hand_sides = 0;  ///< columns behind those of A, worked on as these are
    std::vector<DeviceIndex> devices;   ///< that hold columns
    std::size_t block_columns_per_pass = 1;
    /// This many block columns share a register and are worked on as one, if one device has all.
    std::size_t blocks_together = 1;
    /// Panels are factored in EXEC2, concurrently with updates that do not wait for them.
    bool beside = false;

    [[nodiscard]] std::int64_t order() const noexcept { return std::min(m, n); }
    [[nodiscard]] std::size_t panels() const noexcept {
        return static_cast<std::size_t>((order() + panel - 1) / panel);
    }
    [[nodiscard]] std::size_t block_columns() const noexcept {
        return static_cast<std::size_t>((n + block_column - 1) / block_column);
    }
    [[nodiscard]] std::size_t passes() const noexcept {
        return (block_columns() + block_columns_per_pass - 1) / block_columns_per_pass;
    }
    /// The first column of pass s; n for s = passes().
    [[nodiscard]] std::int64_t first_of_pass(std::size_t s) const noexcept {
        return std::min(n, static_cast<std::int64_t>(s * block_columns_per_pass) * block_column);
    }
    /// The columns of pass s; those of the last one with the right-hand sides.
    [[nodiscard]] Span columns_of_pass(std::size_t s) const noexcept {
        return {first_of_pass(s), s + 1 == passes() ? n + right_hand_sides : first_of_pass(s + 1)};
    }
    /// All block columns with their devices; those of a pass begin and end with it. The last one has the
    /// right-hand sides, too.
    [[nodiscard]] std::vector<BlockColumn> distributed() const;
};

/// Widths for matrices of this order and up.
struct BlockWidths {
    std::int64_t order;
    std::int64_t block_column;
    std::int64_t panel;
};

/// The layout of an m x n matrix with the first widths that suit an order, and all block columns in one pass,
/// on devices that compute in the type. Throws Error{device_failed} if there is none.
BlockLayout block_layout(std::int64_t m, std::int64_t n, ElementType type,
                         std::span<const BlockWidths> widths, std::int64_t order, const Target& target);

/// Throws Error{out_of_memory} unless each device may hold so many panels of all rows. `work` is what needs
/// them, such as "a QR factorization of 3 x 2 elements".
void require_panels(double panels, const std::string& work, const BlockLayout& layout, ElementType type,
                    const Target& target);

}  // namespace hg
