#pragma once

#include <optional>
#include <vector>

#include <hg/runtime/program/location.hpp>

namespace hg {

/// The part of a slot that a command touches: a rectangle of the register that is in the slot.
struct SlotRegion {
    RegisterId tenant = kNoRegister;
    std::int64_t row = 0;
    std::int64_t col = 0;
    std::int64_t end_row = 0;
    std::int64_t end_col = 0;
    bool is_whole = false;  ///< all of the register

    static SlotRegion of(const std::vector<Register>& registers, RegisterId id) noexcept {
        const Register& reg = registers[index(id)];
        if (!reg.is_window()) return {id, 0, 0, reg.rows, reg.cols, true};
        const std::int64_t row = reg.first_row();
        const std::int64_t col = reg.first_col();
        const Register& outer = registers[index(reg.window_of)];
        return {reg.window_of,
                row,
                col,
                row + reg.rows,
                col + reg.cols,
                reg.rows == outer.rows && reg.cols == outer.cols};
    }

    /// Registers that share a slot in turn overlap entirely.
    [[nodiscard]] bool overlaps(const SlotRegion& other) const noexcept {
        return tenant != other.tenant ||
               (row < other.end_row && other.row < end_row && col < other.end_col && other.col < end_col);
    }
    /// Returns true if every access that conflicts with the other region conflicts with this one as well.
    [[nodiscard]] bool covers(const SlotRegion& other) const noexcept {
        return is_whole || (tenant == other.tenant && row <= other.row && other.end_row <= end_row &&
                            col <= other.col && other.end_col <= end_col);
    }
};

/// A command's access to a slot.
struct SlotAccess {
    CommandId command{};
    SlotRegion region;
    bool writes = false;
    std::optional<QueueKind> exec_queue{};  ///< set for an EXEC that its queue runs in order

    /// Returns whether the later of the two accesses must wait for the earlier one.
    [[nodiscard]] bool conflicts(const SlotAccess& other) const noexcept {
        return (writes || other.writes) && region.overlaps(other.region);
    }
    /// Returns whether the device itself runs the two in order: EXECs of one queue.
    [[nodiscard]] bool is_in_order_with(const SlotAccess& other) const noexcept {
        return exec_queue.has_value() && exec_queue == other.exec_queue;
    }
};

}  // namespace hg
