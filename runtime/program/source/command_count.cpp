#include "runtime/program/source/command_count.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "runtime/program/build/program_bytes.hpp"
#include "runtime/program/source/loop_turns.hpp"

namespace hg::source {
namespace {

/// Counts that may far exceed the limits.
struct Totals {
    double commands = 0;
    double registers = 0;
    double steps = 0;
    double bytes = 0;  ///< the memory of the registers and of the commands with their lists
};

std::string whole_number(double count) {
    constexpr double kMostDigits = 1e15;
    return count < kMostDigits ? std::to_string(static_cast<std::int64_t>(count)) : "more than 10^15";
}

/// Goes through statements as the emitter does, but evaluates only the expressions that affect the counts.
class CommandCounter {
  public:
    CommandCounter(const SyntaxTree& tree, std::span<std::int64_t> cells, std::int64_t devices,
                   const SourceLimits& limits)
        : tree_(&tree),
          limits_(limits),
          cells_(cells),
          environment_{&tree.source, cells, devices, {}},
          of_sub_(tree.subs.size()) {}

    void count(const Block& block) {
        for (const Statement& statement : block) {
            place_ = statement.place;
            total_.steps += statement.weight;
            std::visit(*this, statement.body);
            require_few(statement.place);
        }
    }

    void operator()(const LetStatement& let) { cell(let.cell) = value(let.value); }
    void operator()(const RegisterStatement& registers) {
        if (registers.count == kNoExpression) return add_registers(1);
        const std::int64_t count = value(registers.count);
        if (count < 0) tree_->source.fail(place_, "an array of " + std::to_string(count) + " registers");
        cells_[static_cast<std::size_t>(registers.cell) + 1] = count;
        add_registers(static_cast<double>(count));
    }
    void operator()(const WindowStatement&) { add_registers(1); }
    void operator()(const TransferStatement& transfer) { add_command(transfer.after, kBytesOfOperand); }
    void operator()(const ExecStatement& exec) {
        add_command(exec.after, kBytesOfOperand * exec.registers.count + kBytesOfScalar * exec.scalars.count);
    }
    void operator()(const MarkStatement& mark) {
        add_command(mark.after, kBytesOfName + static_cast<double>(tree_->names[mark.name].size()));
    }
    void operator()(const RoutineStatement&) { add_command({}, 0); }
    void operator()(const ForStatement& loop) {
        const LoopTurns turns = loop_turns(loop, place_, *tree_, environment_);
        cell(loop.cell) = turns.first;
        if (loop.is_uniform) return times(turns.count, loop.body);
        const Place place = place_;
        total_.steps += static_cast<double>(turns.count);
        require_few(place);
        for (std::uint64_t turn = 0; turn < turns.count; ++turn) {
            cell(loop.cell) = turns.value(turn);
            count(loop.body);
            require_few(place);
        }
    }
    void operator()(const ForDeviceStatement& loop) {
        times(static_cast<std::uint64_t>(environment_.devices), loop.body);
    }
    void operator()(const IfStatement& statement) {
        for (const IfStatement::Branch& branch : statement.branches)
            if (branch.condition == kNoExpression || value(branch.condition) != 0) return count(branch.body);
    }
    void operator()(const CallStatement& call) {
        const SubDeclaration& sub = tree_->subs[call.sub];
        std::optional<Totals>& known = of_sub_[call.sub];
        for (std::size_t i = 0; i < sub.parameters.size(); ++i)
            if (sub.parameters[i].kind == SubParameter::Kind::integer)
                cell(sub.parameters[i].cell) = value(tree_->arguments[call.arguments.first + i].value);
        if (known) return add(*known, 1);
        const Totals before = total_;
        count(sub.body);
        if (!sub.depends_on_arguments) known = difference(before);
    }
    template <class Other>
    void operator()(const Other&) {}

  private:
    [[nodiscard]] std::int64_t value(ExpressionId id) const {
        return evaluate(tree_->expressions, id, environment_);
    }
    std::int64_t& cell(Cell which) { return cells_[static_cast<std::size_t>(which)]; }

    [[nodiscard]] Totals difference(const Totals& before) const {
        return {total_.commands - before.commands, total_.registers - before.registers,
                total_.steps - before.steps, total_.bytes - before.bytes};
    }
    void add_registers(double count) {
        total_.registers += count;
        total_.bytes += count * kBytesOfRegister;
    }
    void add_command(const Range& after, double bytes_of_operands) {
        ++total_.commands;
        total_.bytes += kBytesOfCommand + bytes_of_operands + kBytesOfDependency * after.count;
    }
    void add(const Totals& more, double times) {
        total_.commands += times * more.commands;
        total_.registers += times * more.registers;
        total_.steps += times * more.steps;
        total_.bytes += times * more.bytes;
    }
    void times(std::uint64_t turns, const Block& body) {
        if (turns == 0) return;
        const Totals before = total_;
        ++total_.steps;
        count(body);
        add(difference(before), static_cast<double>(turns - 1));
    }

    void require_few(Place place) const {
        const auto require = [&](double count, double most, const std::string& what) {
            if (count > most)
                tree_->source.fail(place, "too many " + what + ": " + whole_number(count) + " up to here, " +
                                              whole_number(most) + " are allowed");
        };
        if (total_.commands <= limits_.commands && total_.registers <= limits_.registers &&
            total_.steps <= limits_.steps && total_.bytes <= limits_.bytes)
            return;
        require(total_.commands, limits_.commands, "commands");
        require(total_.registers, limits_.registers, "registers");
        require(total_.steps, limits_.steps, "steps");
        tree_->source.fail(place, whole_number(total_.commands) + " commands and " +
                                      whole_number(total_.registers) + " registers up to here " +
                                      too_many_bytes(total_.bytes, limits_.bytes));
    }

    const SyntaxTree* tree_;
    SourceLimits limits_;
    std::span<std::int64_t> cells_;
    Environment environment_;
    std::vector<std::optional<Totals>> of_sub_;
    Totals total_;
    Place place_ = 0;
};

}  // namespace

void require_countable(const SyntaxTree& tree, std::span<std::int64_t> cells, std::int64_t devices,
                       const SourceLimits& limits) {
    CommandCounter(tree, cells, devices, limits).count(tree.body);
}

}  // namespace hg::source
