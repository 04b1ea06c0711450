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
    mark,    ///< MARK: nothing; it ends when all that it waits for has ended
    barrier  ///< BAR: nothing; it waits for all commands before it, and all after it wait for it
};

/// As in a program's text: "LD", "ST", "EXEC", "MARK" or "BAR".
constexpr std::string_view name(Operation operation) noexcept {
    return name_at(std::array<std::string_view, 5>{"LD", "ST", "EXEC", "MARK", "BAR"}, operation);
}

/// True for LD and ST.
constexpr bool is_transfer(Operation operation) noexcept {
    return operation == Operation::load || operation == Operation::store;
}

/// True for MARK and BAR, which end when they start.
constexpr bool is_empty(Operation operation) noexcept {
    return operation == Operation::mark || operation == Operation::barrier;
}

/// As in a program's text: "LD", "EXEC", "EXEC2" or "ST".
constexpr std::string_view name(QueueKind kind) noexcept {
    return name_at(std::array<std::string_view, 4>{"LD", "EXEC", "EXEC2", "ST"}, kind);
}

/// One command, packed, since programs hold millions. Program gives readable access to its parts.
struct Command {
    Operation operation = Operation::mark;  ///< LD, ST, EXEC, MARK or BAR
    QueueKind queue = QueueKind::exec;      ///< the queue of `device` that starts it
    DeviceIndex device = 0;                 ///< position among the program's devices
    std::uint32_t subject = 0;              ///< LD, ST: host tile; EXEC: instruction; MARK, BAR: name
    std::uint32_t first_operand = 0;        ///< in the list of all register operands
    std::uint32_t first_scalar = 0;         ///< in the list of all scalar operands

    /// The queue that starts the command.
    [[nodiscard]] constexpr QueueId queue_id() const noexcept { return {device, queue}; }
};

/// True if the device itself runs two commands one after the other, in the order of their queue: EXECs of one
/// queue. Then the later one need not wait until the end of the earlier one is reported.
[[nodiscard]] constexpr bool end_in_order(const Command& a, const Command& b) noexcept {
    return a.operation == Operation::exec && b.operation == Operation::exec && a.queue_id() == b.queue_id();
}

/// True if the device itself sees to it that the later of two commands starts after the earlier one has ended, once both are
/// given to it: commands of one device, an EXEC after an LD or an EXEC, or an ST after an EXEC.
[[nodiscard]] constexpr bool ordered_by_device(const Command& a, const Command& b) noexcept {
    if (a.device != b.device) return false;
    if (b.operation == Operation::exec)
        return a.operation == Operation::load || a.operation == Operation::exec;
    return b.operation == Operation::store && a.operation == Operation::exec;
}

/// A scalar operand: a literal, or a scalar parameter of the program that is bound at run time.
struct Scalar {
    ScalarValue value;            ///< of a literal; 0 by default
    std::int32_t parameter = -1;  ///< position among the program's scalar parameters, or -1 for a literal

    Scalar() = default;
    // NOLINTBEGIN(google-explicit-constructor): literals read as such
    Scalar(double literal) : value(literal) {}              ///< a real literal
    Scalar(const ScalarValue& literal) : value(literal) {}  ///< a literal of any kind
    // NOLINTEND(google-explicit-constructor)
    /// The scalar parameter at this position, counted from 0. ProgramBuilder::scalar() gives it out by name.
    static Scalar bound(std::int32_t parameter) {
        Scalar scalar;
        scalar.parameter = parameter;
        return scalar;
    }
    /// False if the value is bound at run time.
    [[nodiscard]] bool is_literal() const noexcept { return parameter < 0; }
    friend bool operator==(const Scalar&, const Scalar&) = default;
};

/// Why one command waits for another.
enum class Hazard : std::uint8_t {
    raw,       ///< reads what the other writes
    war,       ///< writes what the other reads
    waw,       ///< writes what the other writes
    explicit_  ///< asked for: through MARK or BAR, or in a text, without a reason
};

/// An edge of the dependency graph: the command that holds it starts after command `on` ends.
struct Dependency {
    CommandId on{};                     ///< the command that is waited for
    std::uint32_t place = 0;            ///< slot, or host matrix parameter if `host`; unused for explicit_
    Hazard hazard = Hazard::explicit_;  ///< the first reason that was found, if there are several
    bool host = false;                  ///< it is about host memory, not about a slot

    friend bool operator==(const Dependency&, const Dependency&) = default;
};

}  // namespace hg
