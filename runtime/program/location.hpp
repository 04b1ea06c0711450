#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/element.hpp>

namespace hg {

/// Position of a device among those of a program or target.
using DeviceIndex = std::uint16_t;

/// The largest number of devices that a program can name. A DeviceIndex can hold this count.
inline constexpr std::size_t kMostDevices = 0xffff;

/// The four queues of a device. EXEC and EXEC2 are each strictly in order; LD and ST start in order.
enum class QueueKind : std::uint8_t {
    load,  ///< starts LDs
    exec,  ///< starts EXECs
    /// Starts EXECs that run concurrently with those of `exec`, on compute units that these leave free.
    exec2,
    store  ///< starts STs
};

/// All queues of a device, in the order of QueueId::index().
inline constexpr std::array kQueueKinds{QueueKind::load, QueueKind::exec, QueueKind::exec2, QueueKind::store};

/// Returns true for queues of EXECs.
constexpr bool computes(QueueKind kind) noexcept {
    return kind == QueueKind::exec || kind == QueueKind::exec2;
}

/// One queue of one device. MARK and BAR can be in any of them.
struct QueueId {
    DeviceIndex device = 0;            ///< the device that it belongs to
    QueueKind kind = QueueKind::exec;  ///< which of its queues

    /// Returns the position of this queue in a list of all queues of all devices.
    [[nodiscard]] constexpr std::size_t index() const noexcept {
        return kQueueKinds.size() * device + static_cast<std::size_t>(kind);
    }
    /// Returns the queue at a position that index() returns.
    [[nodiscard]] static constexpr QueueId at(std::size_t position) noexcept {
        return {static_cast<DeviceIndex>(position / kQueueKinds.size()),
                kQueueKinds[position % kQueueKinds.size()]};
    }
    friend auto operator<=>(const QueueId&, const QueueId&) = default;
};

// Handles into a program. They are positions; the builder assigns them in order.

/// Position of a register or window among those of a program.
enum class RegisterId : std::uint32_t {};
/// Position of a slot in a program's memory plan.
enum class SlotId : std::uint32_t {};
/// Position of a matrix among the parameters of a program.
enum class ParameterId : std::uint32_t {};
/// Position of a command in program order.
enum class CommandId : std::uint32_t {};

/// Returns the 0-based position that a handle stands for.
template <class Id>
constexpr std::size_t index(Id id) noexcept {
    return static_cast<std::size_t>(id);
}

/// Windows begin at multiples of this many bytes from the start of their register, because kernels load
/// vectors.
inline constexpr std::int64_t kWindowAlignment = 64;

/// Means no register, as in Register::window_of of a register that is not a window.
inline constexpr RegisterId kNoRegister{0xffffffff};

/// A typed, column-major region of one device's memory: rows x cols elements, with ld elements between the
/// beginnings of columns. A window is a rectangle of another register and has that register's slot and
/// leading dimension.
struct Register {
    ElementType type = ElementType::f64;  ///< type of all its elements
    DeviceIndex device = 0;               ///< the device whose memory holds it
    std::int64_t rows = 0;                ///< elements
    std::int64_t cols = 0;                ///< elements
    std::int64_t ld = 0;                  ///< elements between consecutive columns, at least `rows`
    /// Position of the first element, in elements from the slot's start.
    std::int64_t offset = 0;
    /// The register that it is part of, which is not a window; kNoRegister: none.
    RegisterId window_of = kNoRegister;
    /// True if a run may let the device read the caller's memory in place instead of a copy. Only its one LD
    /// writes to it, and no ST changes the LD's tile before the last command that reads it. Never true for
    /// windows and resident registers. See docs/decisions/0069-operands-in-place.md.
    bool in_place = false;

    /// Returns true if it is a rectangle of another register.
    [[nodiscard]] constexpr bool is_window() const noexcept { return window_of != kNoRegister; }
    /// Returns the bytes of all columns, including the last one up to `ld`: the size that its slot must have.
    [[nodiscard]] constexpr std::int64_t bytes() const noexcept { return ld * cols * size_of(type); }
    /// Returns the bytes from the slot's start to the first element.
    [[nodiscard]] constexpr std::int64_t first_byte() const noexcept { return offset * size_of(type); }
    /// Returns the bytes from the first to the last element.
    [[nodiscard]] constexpr std::int64_t span_bytes() const noexcept {
        return ((cols - 1) * ld + rows) * size_of(type);
    }
    /// Returns the row of a window's first element in the register that it is part of.
    [[nodiscard]] constexpr std::int64_t first_row() const noexcept { return offset % ld; }
    /// Returns the column of that element.
    [[nodiscard]] constexpr std::int64_t first_col() const noexcept { return offset / ld; }
    friend bool operator==(const Register&, const Register&) = default;
};

/// A linear region of device memory, which registers use one after another.
struct Slot {
    DeviceIndex device = 0;  ///< the device that it belongs to
    std::int64_t bytes = 0;  ///< enough for the largest of its registers
    /// True if it is the slot of one resident register, whose memory is bound when the program runs.
    bool is_resident = false;
    friend bool operator==(const Slot&, const Slot&) = default;
};

/// A caller's column-major matrix of rows x cols elements. Its pointer and leading dimension are bound at run
/// time.
struct MatrixParameter {
    std::string name;                     ///< name used by Bindings; see is_identifier()
    ElementType type = ElementType::f64;  ///< type of all its elements
    std::int64_t rows = 0;                ///< elements
    std::int64_t cols = 0;                ///< elements
    bool is_pinned = false;  ///< runs usually bind it to pinned memory: simulations stage nothing
    friend bool operator==(const MatrixParameter&, const MatrixParameter&) = default;
};

/// A register that is a parameter of its program: its memory is bound at run time and holds what earlier runs
/// left there.
struct ResidentParameter {
    std::string name;              ///< name used by Bindings; see is_identifier()
    RegisterId reg = kNoRegister;  ///< not a window
    friend bool operator==(const ResidentParameter&, const ResidentParameter&) = default;
};

/// The part of a host tile that a transfer touches: all of it, or a triangle. The diagonal begins at the
/// tile's first element and belongs to both triangles.
enum class TilePart : std::uint8_t {
    whole,  ///< every element
    lower,  ///< the diagonal and everything below it
    upper   ///< the diagonal and everything above it
};

/// Returns "", "lower" or "upper".
constexpr std::string_view name(TilePart part) noexcept {
    return part == TilePart::whole ? "" : part == TilePart::lower ? "lower" : "upper";
}

/// A rectangle of a caller's matrix, or a triangle of it. row and col are the coordinates of its upper left
/// element.
struct HostTile {
    ParameterId parameter{};  ///< the matrix
    std::int64_t row = 0;     ///< 0-based
    std::int64_t col = 0;     ///< 0-based
    std::int64_t rows = 0;    ///< elements
    std::int64_t cols = 0;    ///< elements
    /// A transfer leaves the elements of the other triangle unchanged. In a loaded register, their contents
    /// are undefined.
    TilePart part = TilePart::whole;

    /// Returns the number of elements that a transfer touches.
    [[nodiscard]] constexpr std::int64_t elements() const noexcept {
        const std::int64_t order = rows < cols ? rows : cols;
        const std::int64_t beside_diagonal = order * (order - 1) / 2;  // of its square, on either side
        if (part == TilePart::lower) return order * rows - beside_diagonal;
        if (part == TilePart::upper) return order * cols - beside_diagonal;
        return rows * cols;
    }
    /// Returns true if the rectangles overlap, whatever part of them is touched.
    [[nodiscard]] constexpr bool overlaps(const HostTile& other) const noexcept {
        return parameter == other.parameter && row < other.row + other.rows && other.row < row + rows &&
               col < other.col + other.cols && other.col < col + cols;
    }
    /// Returns true if `other` is inside, with every element that a transfer of it touches. A triangle covers
    /// only itself.
    [[nodiscard]] constexpr bool covers(const HostTile& other) const noexcept {
        if (part != TilePart::whole) return *this == other;
        return parameter == other.parameter && row <= other.row && other.row + other.rows <= row + rows &&
               col <= other.col && other.col + other.cols <= col + cols;
    }
    friend bool operator==(const HostTile&, const HostTile&) = default;
};

}  // namespace hg
