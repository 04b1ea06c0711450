#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "runtime/program/source/expression.hpp"
#include "runtime/program/source/source_text.hpp"
#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg::source {

/// Consecutive elements of one of the tree's lists.
struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// A register, a window, or an element of an array of registers. An array's cell holds its first register,
/// the cell after it how many there are.
struct RegisterReference {
    Place place = 0;
    Cell cell{};
    ExpressionId element = kNoExpression;
};

/// The first device, an element of the list of devices, or the device in a cell.
struct DeviceReference {
    enum class Kind : std::uint8_t { first, element, cell };
    Place place = 0;
    Kind kind = Kind::first;
    Cell cell{};
    ExpressionId element = kNoExpression;
};

/// A tile of a caller's matrix. Without extents it has those of the register.
struct TileReference {
    Place place = 0;
    Cell matrix{};
    ExpressionId row = kNoExpression;
    ExpressionId col = kNoExpression;
    ExpressionId rows = kNoExpression;
    ExpressionId cols = kNoExpression;
    TilePart part = TilePart::whole;
};

/// An argument of EXEC after `;`, of a sub, or of a library routine.
struct Argument {
    enum class Kind : std::uint8_t { integer, number, scalar, reg, device, matrix, word };
    Kind kind = Kind::integer;
    Place place = 0;
    ExpressionId value = kNoExpression;  ///< of an integer
    Cell cell{};                         ///< of a scalar or a matrix
    std::uint32_t name = 0;              ///< of a word
    RegisterReference reg{};
    DeviceReference device{};
    ScalarValue number{};
};

/// The order of the commands in a queue.
enum class CommandOrder : std::uint8_t { program, priority };

struct Statement;
using Block = std::vector<Statement>;

/// What has its effect when it is read.
struct EmptyStatement {};
struct LetStatement {
    Cell cell{};
    ExpressionId value = kNoExpression;
};
struct MatrixStatement {
    Cell cell{};
    std::uint32_t name = 0;
    ElementType type{};
    ExpressionId rows = kNoExpression;
    ExpressionId cols = kNoExpression;
};
struct ScalarStatement {
    Cell cell{};
    std::uint32_t name = 0;
};
/// A device of the source's own.
struct DeviceStatement {
    Cell cell{};
    DeviceIndex device = 0;
};
struct RegisterStatement {
    Cell cell{};
    ExpressionId count = kNoExpression;  ///< of an array
    ElementType type{};
    ExpressionId rows = kNoExpression;
    ExpressionId cols = kNoExpression;
    ExpressionId ld = kNoExpression;
    std::uint32_t device = 0;  ///< in the list of devices
    std::uint32_t name = 0;
    bool is_resident = false;  ///< no array
};
struct WindowStatement {
    Cell cell{};
    RegisterReference of{};
    ExpressionId row = kNoExpression;
    ExpressionId col = kNoExpression;
    ExpressionId rows = kNoExpression;
    ExpressionId cols = kNoExpression;
};
/// LD or ST.
struct TransferStatement {
    Operation operation = Operation::load;
    RegisterReference reg{};
    std::uint32_t tile = 0;
    Range after{};
};
struct ExecStatement {
    QueueKind queue = QueueKind::exec;
    std::uint32_t instruction = 0;
    Range registers{};
    Range scalars{};
    Range after{};
};
/// MARK or BAR.
struct MarkStatement {
    Operation operation = Operation::mark;
    QueueKind queue = QueueKind::exec;
    std::uint32_t name = 0;
    std::uint32_t device = 0;
    Range after{};
};
struct ForStatement {
    Cell cell{};
    ExpressionId first = kNoExpression;
    ExpressionId last = kNoExpression;
    ExpressionId step = kNoExpression;
    bool is_uniform = false;  ///< each turn has the same number of commands
    Block body;
};
struct ForDeviceStatement {
    Cell cell{};
    Block body;
};
struct IfStatement {
    struct Branch {
        ExpressionId condition = kNoExpression;  ///< none: else
        Block body;
    };
    std::vector<Branch> branches;
};
struct CallStatement {
    std::uint32_t sub = 0;
    Range arguments{};
};
/// A routine of the library.
struct RoutineStatement {
    std::uint32_t name = 0;
    Range arguments{};
};
struct InstructionStatement {
    std::uint32_t declaration = 0;
};

struct Statement {
    Place place = 0;
    std::uint32_t weight = 1;  ///< what it counts as a step
    std::variant<EmptyStatement, LetStatement, MatrixStatement, ScalarStatement, DeviceStatement,
                 RegisterStatement, WindowStatement, TransferStatement, ExecStatement, MarkStatement,
                 ForStatement, ForDeviceStatement, IfStatement, CallStatement, RoutineStatement,
                 InstructionStatement>
        body;
};

struct ParameterDeclaration {
    std::string name{};
    Place place = 0;
    Cell cell{};
    ExpressionId value = kNoExpression;  ///< the default
    std::string value_text{};
};

struct SubParameter {
    enum class Kind : std::uint8_t { integer, reg, device, matrix, scalar };
    Kind kind = Kind::integer;
    Cell cell{};
};

struct SubDeclaration {
    std::string name{};
    std::vector<SubParameter> parameters{};
    Block body{};
    int nesting = 1;                    ///< blocks and calls in it, one in the other
    bool depends_on_arguments = false;  ///< the number of its commands
};

/// An instruction whose kernel stands in a file.
struct InstructionDeclaration {
    std::string name{};
    Place place = 0;
    std::uint32_t position = 0;  ///< among the names of instructions
    std::string file{};
    std::string entry{};
    std::string options{};
    std::string host{};
    std::vector<Operand> operands{};
    std::vector<ScalarOperand> scalars{};
    std::vector<ExpressionId> global{};
    std::vector<ExpressionId> local{};
    ExpressionId flops = kNoExpression;
    ExpressionId bytes = kNoExpression;
    ExpressionId local_memory = kNoExpression;
    ExpressionId work_group = kNoExpression;
    ExpressionId compute_units = kNoExpression;
};

inline constexpr std::uint32_t kNotDeclared = 0xffffffff;

/// A source as the parser leaves it: every name is a cell or a position in one of the lists. A variable of a
/// sub has a cell of its own like any other, since no sub calls itself.
struct SyntaxTree {
    explicit SyntaxTree(SourceText text) : source(std::move(text)) {}

    SourceText source;
    Expressions expressions;
    std::vector<RegisterReference> registers{};
    std::vector<TileReference> tiles{};
    std::vector<DeviceReference> devices{};
    std::vector<Argument> arguments{};
    std::vector<std::uint32_t> marks{};  ///< names after `after`
    std::vector<std::string> names{};

    Target target;  ///< the source's own; without devices: the machine's
    std::vector<ParameterDeclaration> parameters{};
    std::vector<InstructionDeclaration> instructions{};
    /// What EXEC names: a declared instruction, or one of the library.
    struct InstructionName {
        std::string name;
        std::uint32_t declaration = kNotDeclared;
    };
    std::vector<InstructionName> instruction_names{};
    std::vector<SubDeclaration> subs{};
    Block body{};
    std::uint32_t cells = 0;
    CommandOrder order = CommandOrder::program;
    Place order_place = 0;
};

}  // namespace hg::source
