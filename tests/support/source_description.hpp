#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/element.hpp>

/// A source as data: what test::written writes in the language, and test::Evaluator runs without it.
namespace hg::test {

/// A number, a name, an operator with its operands, or a function with its arguments.
struct Expression {
    /// "number", "name", "count", "rows", "cols", "ld", or as the source has it: "+", "min", "and".
    std::string op{};
    std::int64_t number = 0;
    std::string name{};  ///< of a name; of what is counted; of an operand
    std::vector<Expression> of{};
};

inline Expression number(std::int64_t value) {
    return {.op = "number", .number = value};
}
inline Expression named(const std::string& name) {
    return {.op = "name", .name = name};
}
inline Expression counted(const std::string& name) {
    return {.op = "count", .name = name};
}
inline Expression apply(const std::string& op, std::vector<Expression> of) {
    return {.op = op, .of = std::move(of)};
}

/// A register or window, or an element of an array.
struct RegisterName {
    std::string name{};
    std::optional<Expression> element{};
};

/// A device: the first one if there is no name, one of a list, or a name for one.
struct DeviceName {
    std::string name{};
    std::optional<Expression> element{};
};

/// What EXEC takes after `;`.
struct ScalarText {
    std::string text{};                 ///< a literal, as the source has it
    double literal = 0;                 ///< its value
    std::string bound{};                ///< or the name of a scalar
    std::optional<Expression> value{};  ///< or an expression
};

/// The kinds of a sub's arguments: a register goes with its rows, its columns and its device.
enum class ArgumentKind : std::uint8_t { integer, reg, device, matrix, scalar };

struct SubArgument {
    ArgumentKind kind{};
    std::string name{};
};

/// An argument of a call: the member that the sub's argument asks for.
struct GivenArgument {
    ArgumentKind kind{};
    Expression value{};
    RegisterName reg{};
    DeviceName device{};
    std::string name{};  ///< of a matrix or a scalar
};

struct Statement;
using Block = std::vector<Statement>;

struct Branch {
    std::optional<Expression> condition{};  ///< none: else
    Block body;
};

enum class StatementKind : std::uint8_t {
    let,
    reg,
    window,
    load,
    store,
    exec,
    mark,
    barrier,
    loop,
    device_loop,
    branches,
    sub,
    call,
    routine
};

struct Statement {
    StatementKind kind{};
    std::string name{};  ///< what is declared or called; the variable; the instruction; the mark
    /// let: value. reg: rows, columns, and perhaps ld. window: row, column, rows, columns. load, store: row,
    /// column, and perhaps rows, columns. loop: first, last, and perhaps step.
    std::vector<Expression> numbers{};
    std::optional<Expression> array{};      ///< reg: how many
    ElementType type = ElementType::f64;    ///< reg
    std::vector<RegisterName> registers{};  ///< window: of which. load, store, exec, routine
    std::optional<DeviceName> device{};     ///< reg, mark, barrier
    QueueKind queue = QueueKind::exec;      ///< exec, mark, barrier
    std::string matrix{};                   ///< load, store
    TilePart part = TilePart::whole;        ///< load, store
    std::vector<ScalarText> scalars{};      ///< exec, routine
    std::vector<std::string> after{};       ///< load, store, exec, mark
    std::vector<SubArgument> arguments{};   ///< sub
    std::vector<GivenArgument> given{};     ///< call
    std::vector<Branch> branches{};         ///< branches
    Block body{};                           ///< loop, device_loop, sub
};

struct ParameterText {
    std::string name{};
    std::optional<Expression> value{};    ///< the default
    std::optional<std::int64_t> given{};  ///< when it is built
};

struct MatrixText {
    std::string name{};
    ElementType type = ElementType::f64;
    Expression rows{};
    Expression cols{};
};

/// An instruction of the source's own, X = s X on f64. Its expressions name parameters and the shape of X.
struct InstructionText {
    std::string name{};
    std::vector<Expression> global{};
    std::vector<Expression> local{};  ///< as many, or none
    Expression flops{};
    Expression bytes{};
};

/// The devices are called `gpus`.
struct SourceDescription {
    std::vector<ParameterText> parameters{};
    std::vector<MatrixText> matrices{};
    std::vector<std::string> scalars{};
    std::vector<InstructionText> instructions{};
    int own_devices = 0;      ///< called d0, d1, ..., with kOwnMemory each
    int machine_devices = 1;  ///< of the target, if there are no own ones
    bool by_priority = false;
    Block body{};
};

inline constexpr std::int64_t kOwnMemory = 1 << 20;

}  // namespace hg::test
