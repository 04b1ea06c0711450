#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/program/build/list_schedule.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/order.hpp>

namespace hg {
namespace {

/// The edges that the program asks for.
std::vector<ExplicitEdge> explicit_edges(const Program& program) {
    std::vector<ExplicitEdge> edges;
    for (std::uint32_t c = 0; c < program.size(); ++c)
        for (const Dependency& d : program.dependencies(static_cast<CommandId>(c)))
            if (d.hazard == Hazard::explicit_) edges.push_back({d.on, static_cast<CommandId>(c)});
    return edges;
}

/// Writes a program once more, its commands in another order.
class Rewriter {
  public:
    explicit Rewriter(const Program& program)
        : program_(program), builder_(target_of(program)), written_(program.size()) {
        for (const MatrixParameter& matrix : program.matrices())
            builder_.matrix(matrix.name, matrix.type, matrix.rows, matrix.cols);
        for (const std::string& name : program.scalars()) builder_.scalar(name);
        for (std::uint32_t r = 0; r < program.registers().size(); ++r) add(static_cast<RegisterId>(r));
    }

    void write(CommandId id) {
        const Command& command = program_.command(id);
        const std::vector<CommandId> after = waited_for(id);
        CommandId& written = written_[index(id)];
        switch (command.operation) {
            case Operation::load:
                written = builder_.load(program_.operands(id)[0], program_.tile(id), after);
                return;
            case Operation::store:
                written = builder_.store(program_.tile(id), program_.operands(id)[0], after);
                return;
            case Operation::exec:
                builder_.use_queue(command.queue);
                written = builder_.exec(program_.instructions()[command.subject], program_.operands(id),
                                        program_.scalar_operands(id), after);
                return;
            case Operation::mark:
                written = builder_.mark(program_.mark_name(id), after, command.queue_id());
                return;
            case Operation::barrier:
                written = builder_.barrier(program_.mark_name(id), command.queue_id());
                return;
        }
    }

    Program finish() && { return std::move(builder_).finish(); }

  private:
    static Target target_of(const Program& program) {
        Target target;
        target.devices.assign(program.devices().begin(), program.devices().end());
        return target;
    }

    void add(RegisterId id) {
        const Register& reg = program_.reg(id);
        const auto residents = program_.residents();
        const auto resident = std::ranges::find(residents, id, &ResidentParameter::reg);
        if (reg.is_window())
            builder_.window(reg.window_of, reg.first_row(), reg.first_col(), reg.rows, reg.cols);
        else if (resident != residents.end())
            builder_.resident(resident->name, reg.device, reg.type, reg.rows, reg.cols, reg.ld);
        else
            builder_.reg(reg.device, reg.type, reg.rows, reg.cols, reg.ld);
    }

    [[nodiscard]] bool is_mark(CommandId id) const {
        const Operation operation = program_.command(id).operation;
        return operation == Operation::mark || operation == Operation::barrier;
    }

    /// The commands that one was asked to wait for, as they are numbered now. The builder takes marks alone: a command
    /// that waits for others waits for a mark behind them.
    [[nodiscard]] std::vector<CommandId> waited_for(CommandId id) {
        std::vector<CommandId> marks;
        std::vector<CommandId> others;
        for (const Dependency& d : program_.dependencies(id))
            if (d.hazard == Hazard::explicit_)
                (is_mark(id) || is_mark(d.on) ? marks : others).push_back(written_[index(d.on)]);
        if (!others.empty()) marks.push_back(builder_.mark({}, others, program_.command(id).queue_id()));
        return marks;
    }

    const Program& program_;
    ProgramBuilder builder_;
    std::vector<CommandId> written_;  ///< by the command's old number
};

}  // namespace

Program reordered(const Program& program, const Target& target, std::span<const double> priorities) {
    if (priorities.size() != program.size())
        throw Error(ErrorCode::invalid_argument, "a program of " + std::to_string(program.size()) +
                                                     " commands is given " +
                                                     std::to_string(priorities.size()) + " priorities");
    const std::vector<double> seconds = seconds_alone(program, target);
    const DependencyLists dependencies = derive_all_dependencies(program.parts(), explicit_edges(program));
    Rewriter rewriter(program);
    for (const CommandId id : list_schedule(program, dependencies, seconds, priorities)) rewriter.write(id);
    return std::move(rewriter).finish();
}

Program ordered_by_rank(const Program& program, const Target& target) {
    return reordered(program, target, priorities(program, target));
}

}  // namespace hg
