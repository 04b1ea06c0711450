#include <algorithm>
#include <limits>

#include "runtime/program/graph/earlier_commands.hpp"
#include <hg/runtime/program/graph.hpp>

namespace hg {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

void lower(std::uint32_t& value, std::uint32_t bound) {
    value = std::min(value, bound);
}

/// Finds implied dependencies, one queue after the other. Because a queue begins its commands in order, all
/// commands from a certain place on begin after the end of a given command, so that this place is all that
/// has to be known.
class Reduction {
  public:
    explicit Reduction(const Program& program)
        : program_(program),
          place_(program.size()),
          next_(program.size(), kNone),
          next_exec_(program.size(), kNone),
          after_begin_(program.size()),
          after_end_(program.size()),
          implied_(program.dependency_count(), false) {
        for (std::size_t q = 0; q < program.queue_count(); ++q) join(program.queue(QueueId::at(q)));
    }

    std::vector<bool> run() {
        find_repeated();
        for (std::size_t q = 0; q < program_.queue_count(); ++q) {
            if (program_.queue(QueueId::at(q)).empty()) continue;
            find_first_after(QueueId::at(q));
            find_implied(QueueId::at(q));
        }
        return std::move(implied_);
    }

  private:
    void join(std::span<const CommandId> queue) {
        std::uint32_t exec = kNone;
        for (std::uint32_t i = 0; i < queue.size(); ++i) {
            place_[index(queue[i])] = i;
            if (i > 0) next_[index(queue[i - 1])] = static_cast<std::uint32_t>(queue[i]);
            if (program_.command(queue[i]).operation != Operation::exec) continue;
            if (exec != kNone) next_exec_[exec] = static_cast<std::uint32_t>(queue[i]);
            exec = static_cast<std::uint32_t>(queue[i]);
        }
    }

    [[nodiscard]] std::span<const Dependency> dependencies(std::uint32_t command) const {
        return program_.dependencies(static_cast<CommandId>(command));
    }

    /// Finds second waits of a command for the same command.
    void find_repeated() {
        std::vector<std::uint32_t> last_waiting(program_.size(), kNone);
        std::size_t position = 0;
        for (std::uint32_t c = 0; c < program_.size(); ++c)
            for (const Dependency& dependency : dependencies(c)) {
                std::uint32_t& last = last_waiting[index(dependency.on)];
                if (last == c) implied_[position] = true;
                last = c;
                ++position;
            }
    }

    /// Finds for each command the first place in `queue` from which on commands begin only after it has
    /// begun. Goes backwards, because the commands that begin after a command come after it in the program.
    void find_first_after(QueueId queue) {
        std::fill(after_end_.begin(), after_end_.end(), kNone);
        for (auto c = static_cast<std::uint32_t>(program_.size()); c-- > 0;) {
            std::uint32_t& begin = after_begin_[c] = after_end_[c];
            if (program_.commands()[c].queue_id() == queue) lower(begin, place_[c]);
            if (next_[c] != kNone) lower(begin, after_begin_[next_[c]]);
            for (const Dependency& dependency : dependencies(c))
                lower(after_end_[index(dependency.on)], begin);
        }
    }

    /// Finds the implied dependencies of the commands in `queue`. Goes in program order, because the bound
    /// for the end of a command may come only from its next EXEC and from commands that wait for it and come
    /// before the command under examination.
    void find_implied(QueueId queue) {
        for (std::uint32_t c = 0; c < program_.size(); ++c)
            after_end_[c] = next_exec_[c] == kNone ? kNone : after_begin_[next_exec_[c]];
        std::size_t position = 0;
        for (std::uint32_t c = 0; c < program_.size(); ++c) {
            if (program_.commands()[c].queue_id() == queue)
                for (std::size_t i = 0; i < dependencies(c).size(); ++i)
                    if (after_end_[index(dependencies(c)[i].on)] <= place_[c]) implied_[position + i] = true;
            position += dependencies(c).size();
            for (const Dependency& dependency : dependencies(c))
                lower(after_end_[index(dependency.on)], after_begin_[c]);
        }
    }

    const Program& program_;
    std::vector<std::uint32_t> place_;      ///< the place of each command in its queue
    std::vector<std::uint32_t> next_;       ///< the next command in its queue
    std::vector<std::uint32_t> next_exec_;  ///< for an EXEC, the next EXEC in its queue
    std::vector<std::uint32_t> after_begin_;
    std::vector<std::uint32_t> after_end_;
    std::vector<bool> implied_;
};

}  // namespace

std::vector<bool> implied_dependencies(const Program& program) {
    require_earlier_commands(program);
    return Reduction(program).run();
}

}  // namespace hg
