#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {
namespace {

/// Computes the order in which list scheduling starts the commands: whenever a queue is free, it takes the
/// ready command with the highest priority, and the first of several equal ones. A command is ready when all
/// commands for which it waits by `dependencies` have completed. Command c takes seconds[c]. No command
/// passes a BAR.
class ListScheduler {
  public:
    ListScheduler(const Program& program, const DependencyLists& dependencies,
                  std::span<const double> seconds, std::span<const double> priorities)
        : program_(program),
          dependencies_(dependencies),
          seconds_(seconds),
          priorities_(priorities),
          unmet_(program.size(), 0),
          followers_(program.size()) {
        for (std::size_t q = 0; q < program.queue_count(); ++q) queues_.emplace_back(Urgent{priorities_});
        order_.reserve(program.size());
    }

    std::vector<CommandId> schedule() && {
        for (std::uint32_t begin = 0; begin < program_.size();) begin = schedule_span(begin);
        return std::move(order_);
    }

  private:
    /// Orders by urgency, least urgent first.
    struct Urgent {
        std::span<const double> priorities;
        bool operator()(std::uint32_t a, std::uint32_t b) const {
            return priorities[a] < priorities[b] || (priorities[a] == priorities[b] && a > b);
        }
    };
    using Ready = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, Urgent>;

    struct Queue {
        explicit Queue(const Urgent& urgent) : ready(urgent) {}
        Ready ready;
        bool busy = false;
    };

    struct End {
        double time;
        std::uint32_t command;
        bool operator>(const End& other) const {
            return time > other.time || (time == other.time && command > other.command);
        }
    };

    /// Schedules the span from a command to the next BAR. Returns the beginning of the next span.
    std::uint32_t schedule_span(std::uint32_t begin) {
        std::uint32_t end = begin;
        while (end < program_.size() && !is_barrier(end)) ++end;
        for (std::uint32_t c = begin; c < end; ++c) count_dependencies(c, begin);
        for (std::uint32_t c = begin; c < end; ++c)
            if (unmet_[c] == 0) queue_of(c).ready.push(c);
        for (Queue& queue : queues_) start_next(queue);
        while (!in_flight_.empty()) end_first();
        if (end == program_.size()) return end;
        order_.push_back(static_cast<CommandId>(end));
        return end + 1;
    }

    /// Commands before the span have completed and do not count.
    void count_dependencies(std::uint32_t command, std::uint32_t begin) {
        for (std::uint32_t e = dependencies_.first[command]; e < dependencies_.first[command + 1]; ++e) {
            const auto on = static_cast<std::uint32_t>(dependencies_.edges[e].on);
            if (on < begin) continue;
            ++unmet_[command];
            followers_[on].push_back(command);
        }
    }

    void start_next(Queue& queue) {
        if (queue.busy || queue.ready.empty()) return;
        const std::uint32_t command = queue.ready.top();
        queue.ready.pop();
        queue.busy = true;
        order_.push_back(static_cast<CommandId>(command));
        in_flight_.push({now_ + seconds_[command], command});
    }

    void end_first() {
        const auto [time, command] = in_flight_.top();
        in_flight_.pop();
        now_ = time;
        Queue& queue = queue_of(command);
        queue.busy = false;
        for (const std::uint32_t next : followers_[command])
            if (--unmet_[next] == 0) {
                queue_of(next).ready.push(next);
                woken_.push_back(&queue_of(next));
            }
        woken_.push_back(&queue);
        // Commands that complete at the same time make others ready together.
        if (!in_flight_.empty() && in_flight_.top().time == now_) return;
        for (Queue* const woken : woken_) start_next(*woken);
        woken_.clear();
    }

    [[nodiscard]] bool is_barrier(std::uint32_t command) const {
        return program_.commands()[command].operation == Operation::barrier;
    }
    Queue& queue_of(std::uint32_t command) {
        return queues_[program_.commands()[command].queue_id().index()];
    }

    const Program& program_;
    const DependencyLists& dependencies_;
    std::span<const double> seconds_;
    std::span<const double> priorities_;
    std::vector<std::uint32_t> unmet_;
    std::vector<std::vector<std::uint32_t>> followers_;
    std::vector<Queue> queues_;
    std::priority_queue<End, std::vector<End>, std::greater<>> in_flight_;
    std::vector<Queue*> woken_;  ///< queues that may start a command
    double now_ = 0;
    std::vector<CommandId> order_;
};

/// The edges that the program requests explicitly.
std::vector<ExplicitEdge> explicit_edges(const Program& program) {
    std::vector<ExplicitEdge> edges;
    for (std::uint32_t c = 0; c < program.size(); ++c)
        for (const Dependency& d : program.dependencies(static_cast<CommandId>(c)))
            if (d.hazard == Hazard::explicit_) edges.push_back({d.on, static_cast<CommandId>(c)});
    return edges;
}

/// Rebuilds a program with its commands in another order.
class Rewriter {
  public:
    explicit Rewriter(const Program& program)
        : program_(program), builder_(program.target()), written_(program.size()) {
        for (const MatrixParameter& m : program.matrices()) {
            if (m.is_pinned)
                builder_.pinned_matrix(m.name, m.type, m.rows, m.cols);
            else
                builder_.matrix(m.name, m.type, m.rows, m.cols);
        }
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

    [[nodiscard]] bool is_mark(CommandId id) const { return is_empty(program_.command(id).operation); }

    /// The commands for which a command was requested to wait, by their new numbers. The builder accepts only
    /// marks, so a command that waits for other commands waits for a mark after them.
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
    for (const CommandId id : ListScheduler(program, dependencies, seconds, priorities).schedule())
        rewriter.write(id);
    return std::move(rewriter).finish();
}

Program ordered_by_rank(const Program& program, const Target& target) {
    return reordered(program, target, priorities(program, target));
}

}  // namespace hg
