#pragma once

#include <cstdint>
#include <string_view>

#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/scalar_value.hpp>

namespace hg {

enum class Operation : std::uint8_t { load, store, exec, mark, barrier };

constexpr std::string_view name(Operation operation) noexcept {
    switch (operation) {
        case Operation::load:
            return "LD";
        case Operation::store:
            return "ST";
        case Operation::exec:
            return "EXEC";
        case Operation::mark:
            return "MARK";
        case Operation::barrier:
            return "BAR";
    }
    return "?";
}

constexpr std::string_view name(QueueKind kind) noexcept {
    switch (kind) {
        case QueueKind::load:
            return "LD";
        case QueueKind::exec:
            return "EXEC";
        case QueueKind::store:
            return "ST";
    }
    return "?";
}

/// One command, packed, since programs hold millions. Program gives readable access to its parts.
struct Command {
    Operation operation = Operation::mark;
    QueueKind queue = QueueKind::exec;
    DeviceIndex device = 0;
    std::uint32_t subject = 0;        ///< LD, ST: host tile; EXEC: instruction; MARK, BAR: name
    std::uint32_t first_operand = 0;  ///< in the list of all register operands
    std::uint32_t first_scalar = 0;   ///< in the list of all scalar operands

    [[nodiscard]] constexpr QueueId queue_id() const noexcept { return {device, queue}; }
};

/// True if the device itself runs two commands one after the other, in the order of their queue: EXECs of one
/// queue. Then the later one need not wait until the end of the earlier one is reported.
[[nodiscard]] constexpr bool end_in_order(const Command& a, const Command& b) noexcept {
    return a.operation == Operation::exec && b.operation == Operation::exec && a.queue_id() == b.queue_id();
}

/// A scalar operand: a literal, or a scalar parameter of the program that is bound at run time.
struct Scalar {
    ScalarValue value;
    std::int32_t parameter = -1;  ///< position among the program's scalar parameters, or -1 for a literal

    Scalar() = default;
    // NOLINTBEGIN(google-explicit-constructor): literals read as such
    Scalar(double literal) : value(literal) {}
    Scalar(const ScalarValue& literal) : value(literal) {}
    // NOLINTEND(google-explicit-constructor)
    static Scalar bound(std::int32_t parameter) {
        Scalar scalar;
        scalar.parameter = parameter;
        return scalar;
    }
    [[nodiscard]] bool is_literal() const noexcept { return parameter < 0; }
    friend bool operator==(const Scalar&, const Scalar&) = default;
};

/// Why one command waits for another.
enum class Hazard : std::uint8_t {
    raw,       ///< reads what the other writes
    war,       ///< writes what the other reads
    waw,       ///< writes what the other writes
    explicit_  ///< asked for through MARK or BAR
};

/// An edge of the dependency graph: the command that holds it starts after command `on` ends.
struct Dependency {
    CommandId on{};
    std::uint32_t place = 0;  ///< slot, or host matrix parameter if `host`; unused for explicit_
    Hazard hazard = Hazard::explicit_;
    bool host = false;

    friend bool operator==(const Dependency&, const Dependency&) = default;
};

}  // namespace hg
