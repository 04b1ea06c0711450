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

/// The most devices that a program can name. A DeviceIndex can hold this count.
inline constexpr std::size_t kMostDevices = 0xffff;

/// The four queues of a device. EXEC and EXEC2 are strictly in order, each for itself; LD and ST start in order.
enum class QueueKind : std::uint8_t {
    load,   ///< starts LDs
    exec,   ///< starts EXECs
    exec2,  ///< starts EXECs that run beside those of `exec`, on compute units that these leave free
    store   ///< starts STs
};

/// All queues of a device, in the order of QueueId::index().
inline constexpr std::array kQueueKinds{QueueKind::load, QueueKind::exec, QueueKind::exec2, QueueKind::store};

/// True for queues of EXECs.
constexpr bool computes(QueueKind kind) noexcept {
    return kind == QueueKind::exec || kind == QueueKind::exec2;
}

/// One queue of one device. MARK and BAR can stand in any of them.
struct QueueId {
    DeviceIndex device = 0;            ///< whose queue it is
    QueueKind kind = QueueKind::exec;  ///< which of its queues

    /// Position of this queue in a list of all queues of all devices.
    [[nodiscard]] constexpr std::size_t index() const noexcept {
        return kQueueKinds.size() * device + static_cast<std::size_t>(kind);
    }
    /// The queue at a position that index() gives.
    [[nodiscard]] static constexpr QueueId at(std::size_t position) noexcept {
        return {static_cast<DeviceIndex>(position / kQueueKinds.size()),
                kQueueKinds[position % kQueueKinds.size()]};
    }
    friend auto operator<=>(const QueueId&, const QueueId&) = default;
};

// Handles into a program. They are positions; the builder gives them out in order.

/// Position of a register or window among those of a program.
enum class RegisterId : std::uint32_t {};
/// Position of a slot in a program's memory plan.
enum class SlotId : std::uint32_t {};
/// Position of a matrix among the parameters of a program.
enum class ParameterId : std::uint32_t {};
/// Position of a command in program order.
enum class CommandId : std::uint32_t {};

/// The position that a handle stands for, counted from 0.
template <class Id>
constexpr std::size_t index(Id id) noexcept {
    return static_cast<std::size_t>(id);
}

/// Windows begin at multiples of this many bytes from the start of their register,
/// since kernels load vectors.
inline constexpr std::int64_t kWindowAlignment = 64;

/// Stands for no register, as Register::window_of of a register that is no window.
inline constexpr RegisterId kNoRegister{0xffffffff};

/// A typed, column-major region of one device's memory: rows x cols elements; columns begin ld
/// elements apart. A window is a rectangle of another register, and has the slot and the leading
/// dimension of that register.
struct Register {
    ElementType type = ElementType::f64;  ///< of all its elements
    DeviceIndex device = 0;               ///< whose memory it is in
    std::int64_t rows = 0;                ///< elements
    std::int64_t cols = 0;                ///< elements
    std::int64_t ld = 0;                  ///< elements from one column to the next, at least `rows`
    std::int64_t offset = 0;              ///< of the first element from the slot's start, in elements
    RegisterId window_of = kNoRegister;   ///< the register it is part of, no window itself; kNoRegister: none

    /// True if it is a rectangle of another register.
    [[nodiscard]] constexpr bool is_window() const noexcept { return window_of != kNoRegister; }
    /// Bytes of all columns, the last one up to `ld` too: what its slot must hold.
    [[nodiscard]] constexpr std::int64_t bytes() const noexcept { return ld * cols * size_of(type); }
    /// Bytes from the slot's start to the first element.
    [[nodiscard]] constexpr std::int64_t first_byte() const noexcept { return offset * size_of(type); }
    /// Bytes from the first to the last element.
    [[nodiscard]] constexpr std::int64_t span_bytes() const noexcept {
        return ((cols - 1) * ld + rows) * size_of(type);
    }
    /// Row of a window's first element in the register that it is part of.
    [[nodiscard]] constexpr std::int64_t first_row() const noexcept { return offset % ld; }
    /// Column of that element.
    [[nodiscard]] constexpr std::int64_t first_col() const noexcept { return offset / ld; }
    friend bool operator==(const Register&, const Register&) = default;
};

/// A linear region of device memory. Registers use it one after the other.
struct Slot {
    DeviceIndex device = 0;  ///< whose memory it is in
    std::int64_t bytes = 0;  ///< room for the largest of its registers
    /// It is the slot of one resident register: memory that is bound when the program runs.
    bool is_resident = false;
    friend bool operator==(const Slot&, const Slot&) = default;
};

/// A caller's column-major matrix of rows x cols elements. Pointer and leading dimension are
/// bound at run time.
struct MatrixParameter {
    std::string name;                     ///< by which Bindings give it; see is_identifier()
    ElementType type = ElementType::f64;  ///< of all its elements
    std::int64_t rows = 0;                ///< elements
    std::int64_t cols = 0;                ///< elements
    bool is_pinned = false;  ///< runs bind it to pinned memory, as a rule: simulations stage nothing
    friend bool operator==(const MatrixParameter&, const MatrixParameter&) = default;
};

/// A register that is a parameter of its program: its memory is bound at run time, and holds what earlier runs
/// left there.
struct ResidentParameter {
    std::string name;              ///< by which Bindings give it; see is_identifier()
    RegisterId reg = kNoRegister;  ///< no window
    friend bool operator==(const ResidentParameter&, const ResidentParameter&) = default;
};

/// What a transfer touches of a host tile: all of it, or a triangle. The diagonal begins in the tile's first
/// element and belongs to both triangles.
enum class TilePart : std::uint8_t {
    whole,  ///< every element
    lower,  ///< the diagonal and what is below
    upper   ///< the diagonal and what is above
};

/// "", "lower" or "upper".
constexpr std::string_view name(TilePart part) noexcept {
    return part == TilePart::whole ? "" : part == TilePart::lower ? "lower" : "upper";
}

/// A rectangle of a caller's matrix, or a triangle of it. row and col are the element coordinates of its upper
/// left corner.
struct HostTile {
    ParameterId parameter{};  ///< the matrix
    std::int64_t row = 0;     ///< counted from 0
    std::int64_t col = 0;     ///< counted from 0
    std::int64_t rows = 0;    ///< elements
    std::int64_t cols = 0;    ///< elements
    /// A transfer leaves the elements of the other triangle alone. A register that was loaded holds anything
    /// there.
    TilePart part = TilePart::whole;

    /// The elements that a transfer touches.
    [[nodiscard]] constexpr std::int64_t elements() const noexcept {
        const std::int64_t order = rows < cols ? rows : cols;
        const std::int64_t beside_diagonal = order * (order - 1) / 2;  // of its square, on either side
        if (part == TilePart::lower) return order * rows - beside_diagonal;
        if (part == TilePart::upper) return order * cols - beside_diagonal;
        return rows * cols;
    }
    /// True if the rectangles overlap, whatever part of them is touched.
    [[nodiscard]] constexpr bool overlaps(const HostTile& other) const noexcept {
        return parameter == other.parameter && row < other.row + other.rows && other.row < row + rows &&
               col < other.col + other.cols && other.col < col + cols;
    }
    /// True if `other` lies inside, with every element that a transfer of it touches. A triangle covers
    /// itself alone.
    [[nodiscard]] constexpr bool covers(const HostTile& other) const noexcept {
        if (part != TilePart::whole) return *this == other;
        return parameter == other.parameter && row <= other.row && other.row + other.rows <= row + rows &&
               col <= other.col && other.col + other.cols <= col + cols;
    }
    friend bool operator==(const HostTile&, const HostTile&) = default;
};

}  // namespace hg
