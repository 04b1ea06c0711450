#include "runtime/program/source/emitter.hpp"

#include <utility>
#include <vector>

#include "runtime/program/build/program_bytes.hpp"
#include "runtime/program/check/rules.hpp"
#include "runtime/program/source/instruction_source.hpp"
#include "runtime/program/source/limits.hpp"
#include "runtime/program/source/loop_turns.hpp"

namespace hg::source {
namespace {

std::string extent_text(std::int64_t rows, std::int64_t cols) {
    return std::to_string(rows) + " x " + std::to_string(cols);
}

/// Returns the message for rows or columns of a tile that exceed its matrix, or an empty string if none do.
std::string beyond(std::int64_t first, std::int64_t count, std::int64_t of_matrix, const std::string& matrix,
                   const std::string& what) {
    if (first < 0) return "begins at " + what + " " + std::to_string(first);
    if (count < 0 || first <= of_matrix - count) return {};
    const auto end = static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(count);
    return "ends at " + what + " " + std::to_string(end) + ", " + matrix + " has " +
           std::to_string(of_matrix) + " " + what + "s";
}

/// Runs a source and passes its commands to a ProgramBuilder.
class Emitter {
  public:
    Emitter(const std::shared_ptr<const SyntaxTree>& tree, std::span<std::int64_t> cells,
            const Target& target, const SourceLibrary& library, MemoryPolicy policy,
            const SourceLimits& limits)
        : shared_(&tree),
          tree_(tree.get()),
          cells_(cells),
          library_(&library),
          limits_(limits),
          environment_{&tree->source, cells, static_cast<std::int64_t>(target.devices.size()), {}},
          builder_(target, policy),
          instructions_(tree->instruction_names.size()),
          marks_(tree->names.size(), -1) {}

    Program run() {
        try {
            run(tree_->body);
        } catch (const Error& error) {
            throw placed(error);
        }
        return std::move(builder_).finish();
    }

    // Statements, by std::visit.
    void operator()(const EmptyStatement&) {}
    void operator()(const LetStatement& let) { cell(let.cell) = value(let.value); }
    void operator()(const DeviceStatement& device) { cell(device.cell) = device.device; }
    void operator()(const MatrixStatement& matrix) {
        const std::int64_t rows = value(matrix.rows);
        const std::int64_t cols = value(matrix.cols);
        const ParameterId id = builder_.matrix(name(matrix.name), matrix.type, rows, cols);
        matrices_.push_back({name(matrix.name), matrix.type, rows, cols, false});
        cell(matrix.cell) = static_cast<std::int64_t>(id);
    }

    void operator()(const ScalarStatement& scalar) {
        cell(scalar.cell) = builder_.scalar(name(scalar.name)).parameter;
    }

    void operator()(const RegisterStatement& registers) {
        const DeviceIndex where = device(tree_->devices[registers.device]);
        const std::int64_t rows = value(registers.rows);
        const std::int64_t cols = value(registers.cols);
        const std::int64_t ld = registers.ld == kNoExpression ? rows : value(registers.ld);
        if (ld <= 0 && rows > 0)
            tree_->source.fail(place_, "a register's leading dimension " + std::to_string(ld) +
                                           " is below its rows, " + std::to_string(rows));
        const auto add = [&] {
            return static_cast<std::int64_t>(
                registers.is_resident
                    ? builder_.resident(name(registers.name), where, registers.type, rows, cols, ld)
                    : builder_.reg(where, registers.type, rows, cols, ld));
        };
        if (registers.count == kNoExpression) {
            cell(registers.cell) = add();
            return;
        }
        const std::int64_t count = value(registers.count);
        cells_[static_cast<std::size_t>(registers.cell) + 1] = count;
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t id = add();
            if (i == 0) cell(registers.cell) = id;
        }
    }

    void operator()(const WindowStatement& window) {
        const RegisterId of = reg(window.of);
        cell(window.cell) = static_cast<std::int64_t>(builder_.window(
            of, value(window.row), value(window.col), value(window.rows), value(window.cols)));
    }

    void operator()(const TransferStatement& transfer) {
        const RegisterId moved = reg(transfer.reg);
        const HostTile where = tile(tree_->tiles[transfer.tile], moved);
        if (transfer.operation == Operation::load)
            builder_.load(moved, where, after(transfer.after));
        else
            builder_.store(where, moved, after(transfer.after));
    }

    void operator()(const ExecStatement& exec) {
        const InstructionPtr& executed = instruction(exec.instruction);
        registers_.clear();
        for (std::uint32_t i = 0; i < exec.registers.count; ++i)
            registers_.push_back(reg(tree_->registers[exec.registers.first + i]));
        scalars_.clear();
        for (std::uint32_t i = 0; i < exec.scalars.count; ++i)
            scalars_.push_back(scalar(tree_->arguments[exec.scalars.first + i]));
        const QueueKind before = builder_.use_queue(exec.queue);
        builder_.exec(executed, registers_, scalars_, after(exec.after));
        builder_.use_queue(before);
    }

    void operator()(const MarkStatement& mark) {
        const QueueId queue{device(tree_->devices[mark.device]), mark.queue};
        const CommandId added = mark.operation == Operation::mark
                                    ? builder_.mark(name(mark.name), after(mark.after), queue)
                                    : builder_.barrier(name(mark.name), queue);
        marks_[mark.name] = static_cast<std::int64_t>(added);
    }

    void operator()(const ForStatement& loop) {
        const LoopTurns turns = loop_turns(loop, place_, *tree_, environment_);
        for (std::uint64_t turn = 0; turn < turns.count; ++turn) {
            cell(loop.cell) = turns.value(turn);
            run(loop.body);
        }
    }

    void operator()(const ForDeviceStatement& loop) {
        for (std::int64_t d = 0; d < environment_.devices; ++d) {
            cell(loop.cell) = d;
            run(loop.body);
        }
    }

    void operator()(const IfStatement& statement) {
        for (const IfStatement::Branch& branch : statement.branches)
            if (branch.condition == kNoExpression || value(branch.condition) != 0) return run(branch.body);
    }

    void operator()(const CallStatement& call) {
        const SubDeclaration& sub = tree_->subs[call.sub];
        for (std::size_t i = 0; i < sub.parameters.size(); ++i) {
            const Argument& argument = tree_->arguments[call.arguments.first + i];
            std::int64_t& given = cell(sub.parameters[i].cell);
            if (argument.kind == Argument::Kind::integer)
                given = value(argument.value);
            else if (argument.kind == Argument::Kind::reg)
                given = static_cast<std::int64_t>(reg(argument.reg));
            else if (argument.kind == Argument::Kind::device)
                given = device(argument.device);
            else
                given = cell(argument.cell);
        }
        const Place place = place_;
        try {
            run(sub.body);
        } catch (const Error& error) {
            throw placed(error, "; called in line " + std::to_string(tree_->source.at(place).line));
        }
    }

    void operator()(const RoutineStatement& routine) {
        std::vector<RoutineArgument> arguments;
        for (std::uint32_t i = 0; i < routine.arguments.count; ++i)
            arguments.push_back(routine_argument(tree_->arguments[routine.arguments.first + i]));
        if (!library_->routine || !library_->routine(builder_, name(routine.name), arguments))
            tree_->source.fail(place_, "no routine is called `hg." + name(routine.name) + "` here");
        const auto commands = static_cast<double>(builder_.size());
        if (commands > limits_.commands)
            tree_->source.fail(
                place_, "too many commands: " + std::to_string(builder_.size()) + " up to here, " +
                            std::to_string(static_cast<std::int64_t>(limits_.commands)) + " are allowed");
        if (const double bytes = commands * kBytesOfCommand; bytes > limits_.bytes)
            tree_->source.fail(place_, std::to_string(builder_.size()) + " commands up to here " +
                                           too_many_bytes(bytes, limits_.bytes));
    }

    void operator()(const InstructionStatement& statement) {
        const InstructionDeclaration& declared = tree_->instructions[statement.declaration];
        instructions_[declared.position] = make_instruction(*shared_, declared, environment_, *library_);
    }

  private:
    [[nodiscard]] std::int64_t value(ExpressionId id) const {
        return evaluate(tree_->expressions, id, environment_);
    }
    [[nodiscard]] std::int64_t& cell(Cell which) { return cells_[static_cast<std::size_t>(which)]; }
    [[nodiscard]] const std::string& name(std::uint32_t position) const { return tree_->names[position]; }

    /// Returns the error with `more` appended to its message, and with the statement's place if it had none.
    [[nodiscard]] Error placed(const Error& error, const std::string& more = {}) const {
        ErrorContext context = error.context();
        if (context.line == 0) {
            const ErrorContext place = tree_->source.at(place_);
            context.file = place.file;
            context.line = place.line;
            context.column = place.column;
        }
        const bool is_of_source = error.code() == ErrorCode::invalid_argument;
        return Error(is_of_source ? ErrorCode::invalid_program : error.code(), error.message() + more,
                     std::move(context));
    }

    void run(const Block& block) {
        for (const Statement& statement : block) {
            place_ = statement.place;
            std::visit(*this, statement.body);
        }
    }

    RegisterId reg(const RegisterReference& reference) {
        const std::int64_t first = cell(reference.cell);
        if (reference.element == kNoExpression) return static_cast<RegisterId>(first);
        const std::int64_t element = value(reference.element);
        const std::int64_t count = cells_[static_cast<std::size_t>(reference.cell) + 1];
        if (element < 0 || element >= count)
            tree_->source.fail(reference.place, "register " + std::to_string(element) +
                                                    " is out of range in an array of " +
                                                    std::to_string(count));
        return static_cast<RegisterId>(first + element);
    }

    DeviceIndex device(const DeviceReference& reference) {
        if (reference.kind == DeviceReference::Kind::first) return 0;
        if (reference.kind == DeviceReference::Kind::cell)
            return static_cast<DeviceIndex>(cell(reference.cell));
        const std::int64_t position = value(reference.element);
        if (position < 0 || position >= environment_.devices)
            tree_->source.fail(reference.place, "device " + std::to_string(position) +
                                                    " is out of range in a list of " +
                                                    std::to_string(environment_.devices));
        return static_cast<DeviceIndex>(position);
    }

    /// Returns the tile, with the extents of `moved` if it has none of its own. It must lie in its matrix.
    HostTile tile(const TileReference& reference, RegisterId moved) {
        const Register& shape = builder_.reg(moved);
        HostTile tile{.parameter = static_cast<ParameterId>(cell(reference.matrix)),
                      .row = value(reference.row),
                      .col = value(reference.col),
                      .rows = reference.rows == kNoExpression ? shape.rows : value(reference.rows),
                      .cols = reference.cols == kNoExpression ? shape.cols : value(reference.cols),
                      .part = reference.part};
        const MatrixParameter& matrix = matrices_[index(tile.parameter)];
        if (lies_within(tile, matrix)) return tile;
        std::string fault = beyond(tile.row, tile.rows, matrix.rows, matrix.name, "row");
        if (fault.empty()) fault = beyond(tile.col, tile.cols, matrix.cols, matrix.name, "column");
        if (fault.empty()) fault = "has a negative extent";
        tree_->source.fail(reference.place, "tile " + matrix.name + "[" + std::to_string(tile.row) + ", " +
                                                std::to_string(tile.col) + "] " +
                                                extent_text(tile.rows, tile.cols) + " " + fault);
    }

    Scalar scalar(const Argument& argument) {
        if (argument.kind == Argument::Kind::number) return argument.number;
        if (argument.kind == Argument::Kind::scalar)
            return Scalar::bound(static_cast<std::int32_t>(cell(argument.cell)));
        return static_cast<double>(value(argument.value));
    }

    RoutineArgument routine_argument(const Argument& argument) {
        using Kind = RoutineArgument::Kind;
        RoutineArgument given;
        if (argument.kind == Argument::Kind::reg) {
            given.kind = Kind::reg;
            given.reg = reg(argument.reg);
        } else if (argument.kind == Argument::Kind::word) {
            given.kind = Kind::word;
            given.word = name(argument.name);
        } else {
            given.kind = argument.kind == Argument::Kind::integer ? Kind::integer : Kind::scalar;
            given.scalar = scalar(argument);
            if (given.kind == Kind::integer) given.integer = value(argument.value);
        }
        return given;
    }

    const InstructionPtr& instruction(std::uint32_t position) {
        InstructionPtr& known = instructions_[position];
        if (known != nullptr) return known;
        const SyntaxTree::InstructionName& named = tree_->instruction_names[position];
        if (named.declaration != kNotDeclared)
            tree_->source.fail(place_, "instruction `" + named.name + "` is declared below");
        if (library_->instruction) known = library_->instruction(named.name);
        if (known == nullptr) tree_->source.fail(place_, "no instruction is called `" + named.name + "`");
        return known;
    }

    std::span<const CommandId> after(Range marks) {
        after_.clear();
        for (std::uint32_t i = 0; i < marks.count; ++i) {
            const std::uint32_t mark = tree_->marks[marks.first + i];
            if (marks_[mark] < 0)
                tree_->source.fail(place_, "no mark called \"" + name(mark) + "\" comes before");
            after_.push_back(static_cast<CommandId>(marks_[mark]));
        }
        return after_;
    }

    const std::shared_ptr<const SyntaxTree>* shared_;
    const SyntaxTree* tree_;
    std::span<std::int64_t> cells_;
    const SourceLibrary* library_;
    SourceLimits limits_;
    Environment environment_;
    ProgramBuilder builder_;
    Place place_ = 0;  ///< the place of the current statement
    std::vector<MatrixParameter> matrices_;
    std::vector<InstructionPtr> instructions_;  ///< indexed by the tree's names of instructions
    std::vector<std::int64_t> marks_;           ///< the last command with each name, or -1
    // The arguments of one command.
    std::vector<RegisterId> registers_;
    std::vector<Scalar> scalars_;
    std::vector<CommandId> after_;
};

}  // namespace

Program emit(const std::shared_ptr<const SyntaxTree>& tree, std::span<std::int64_t> cells,
             const Target& target, const SourceLibrary& library, MemoryPolicy policy,
             const SourceLimits& limits) {
    return Emitter(tree, cells, target, library, policy, limits).run();
}

}  // namespace hg::source
