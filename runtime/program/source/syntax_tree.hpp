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

/// A register, a window, or an element of an array of registers. An array's cell contains the number of its
/// first register, and the next cell the number of elements.
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

/// A tile of a caller's matrix. Without extents, it takes those of the register.
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
    ExpressionId value = kNoExpression;  ///< an integer's expression
    Cell cell{};                         ///< the cell of a scalar or a matrix
    std::uint32_t name = 0;              ///< the name that is a word argument
    RegisterReference reg{};
    DeviceReference device{};
    ScalarValue number{};
};

/// The order of the commands in a queue.
enum class CommandOrder : std::uint8_t { program, priority };

struct Statement;
using Block = std::vector<Statement>;

/// A statement that has its effect while the source is parsed.
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
/// A device that the source itself declares.
struct DeviceStatement {
    Cell cell{};
    DeviceIndex device = 0;
};
struct RegisterStatement {
    Cell cell{};
    ExpressionId count = kNoExpression;  ///< the length of an array
    ElementType type{};
    ExpressionId rows = kNoExpression;
    ExpressionId cols = kNoExpression;
    ExpressionId ld = kNoExpression;
    std::uint32_t device = 0;  ///< position in the list of devices
    std::uint32_t name = 0;
    bool is_resident = false;  ///< never true for an array
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
    bool is_uniform = false;  ///< each iteration has the same number of commands
    Block body;
};
struct ForDeviceStatement {
    Cell cell{};
    Block body;
};
struct IfStatement {
    struct Branch {
        ExpressionId condition = kNoExpression;  ///< kNoExpression for else
        Block body;
    };
    std::vector<Branch> branches;
};
struct CallStatement {
    std::uint32_t sub = 0;
    Range arguments{};
};
/// A call of a library routine.
struct RoutineStatement {
    std::uint32_t name = 0;
    Range arguments{};
};
struct InstructionStatement {
    std::uint32_t declaration = 0;
};

struct Statement {
    Place place = 0;
    std::uint32_t weight = 1;  ///< how many steps it counts as
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
    int nesting = 1;                    ///< the depth to which blocks and calls are nested in it
    bool depends_on_arguments = false;  ///< whether the number of its commands depends on its arguments
};

/// An instruction with its kernel in a file.
struct InstructionDeclaration {
    std::string name{};
    Place place = 0;
    std::uint32_t position = 0;  ///< position among the names of instructions
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

/// The result of the parser, in which every name has become a cell or a position in one of the lists. A sub's
/// variables have cells like any others, because no sub can call itself.
struct SyntaxTree {
    explicit SyntaxTree(SourceText text) : source(std::move(text)) {}

    SourceText source;
    Expressions expressions;
    std::vector<RegisterReference> registers{};
    std::vector<TileReference> tiles{};
    std::vector<DeviceReference> devices{};
    std::vector<Argument> arguments{};
    std::vector<std::uint32_t> marks{};  ///< the names that follow `after`
    std::vector<std::string> names{};

    Target target;  ///< the source's own; if it has no devices, the machine's apply
    std::vector<ParameterDeclaration> parameters{};
    std::vector<InstructionDeclaration> instructions{};
    /// An instruction that EXEC names: one that the source declares, or one of the library.
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
