#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/scalar_value.hpp>

namespace hg {

/// What a command does.
enum class Operation : std::uint8_t {
    load,    ///< LD: register <- host tile
    store,   ///< ST: host tile <- register
    exec,    ///< EXEC: runs an instruction on registers
    mark,    ///< MARK: does nothing; completes when all commands that it waits for have completed
    barrier  ///< BAR: does nothing; waits for all preceding commands, and all later commands wait for it
};

/// Returns the operation's name in a program's text: "LD", "ST", "EXEC", "MARK" or "BAR".
constexpr std::string_view name(Operation operation) noexcept {
    return name_at(std::array<std::string_view, 5>{"LD", "ST", "EXEC", "MARK", "BAR"}, operation);
}

/// Returns true for LD and ST.
constexpr bool is_transfer(Operation operation) noexcept {
    return operation == Operation::load || operation == Operation::store;
}

/// Returns true for MARK and BAR, which complete when they start.
constexpr bool is_empty(Operation operation) noexcept {
    return operation == Operation::mark || operation == Operation::barrier;
}

/// Returns the queue's name in a program's text: "LD", "EXEC", "EXEC2" or "ST".
constexpr std::string_view name(QueueKind kind) noexcept {
    return name_at(std::array<std::string_view, 4>{"LD", "EXEC", "EXEC2", "ST"}, kind);
}

/// One command. It is packed, because programs hold millions. Program gives readable access to its parts.
struct Command {
    Operation operation = Operation::mark;  ///< LD, ST, EXEC, MARK or BAR
    QueueKind queue = QueueKind::exec;      ///< the queue of `device` that starts it
    DeviceIndex device = 0;                 ///< position among the program's devices
    std::uint32_t subject = 0;              ///< LD, ST: host tile; EXEC: instruction; MARK, BAR: name
    std::uint32_t first_operand = 0;        ///< position in the list of all register operands
    std::uint32_t first_scalar = 0;         ///< position in the list of all scalar operands

    /// Returns the queue that starts the command.
    [[nodiscard]] constexpr QueueId queue_id() const noexcept { return {device, queue}; }
};

/// Returns true if the device itself runs two commands one after the other, in the order of their queue:
/// EXECs of one queue. The later command then need not wait until the earlier one's completion is reported.
[[nodiscard]] constexpr bool end_in_order(const Command& a, const Command& b) noexcept {
    return a.operation == Operation::exec && b.operation == Operation::exec && a.queue_id() == b.queue_id();
}

/// Returns true if the device itself ensures, once both commands are submitted to it, that the later command
/// starts after the earlier one has completed: commands of one device, an EXEC after an LD or an EXEC, or an
/// ST after an EXEC.
[[nodiscard]] constexpr bool ordered_by_device(const Command& a, const Command& b) noexcept {
    if (a.device != b.device) return false;
    if (b.operation == Operation::exec)
        return a.operation == Operation::load || a.operation == Operation::exec;
    return b.operation == Operation::store && a.operation == Operation::exec;
}

/// A scalar operand: a literal, or a scalar parameter of the program, which is bound at run time.
struct Scalar {
    ScalarValue value;            ///< value of a literal; 0 by default
    std::int32_t parameter = -1;  ///< position among the program's scalar parameters, or -1 for a literal

    Scalar() = default;
    // NOLINTBEGIN(google-explicit-constructor): literals read as such
    Scalar(double literal) : value(literal) {}              ///< a real literal
    Scalar(const ScalarValue& literal) : value(literal) {}  ///< a literal of any kind
    // NOLINTEND(google-explicit-constructor)
    /// Returns the scalar parameter at this 0-based position. ProgramBuilder::scalar() returns it by name.
    static Scalar bound(std::int32_t parameter) {
        Scalar scalar;
        scalar.parameter = parameter;
        return scalar;
    }
    /// Returns false if the value is bound at run time.
    [[nodiscard]] bool is_literal() const noexcept { return parameter < 0; }
    friend bool operator==(const Scalar&, const Scalar&) = default;
};

/// The reason why one command waits for another.
enum class Hazard : std::uint8_t {
    raw,       ///< reads what the other command writes
    war,       ///< writes what the other command reads
    waw,       ///< writes what the other command writes
    explicit_  ///< requested: through MARK or BAR, or in a text, without a reason
};

/// An edge of the dependency graph: the command that holds it starts after command `on` completes.
struct Dependency {
    CommandId on{};                     ///< the command to wait for
    std::uint32_t place = 0;            ///< slot, or host matrix parameter if `host`; unused for explicit_
    Hazard hazard = Hazard::explicit_;  ///< the first reason found, if there are several
    bool host = false;                  ///< concerns host memory, not a slot

    friend bool operator==(const Dependency&, const Dependency&) = default;
};

}  // namespace hg
