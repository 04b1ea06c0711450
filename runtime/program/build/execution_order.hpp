#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Tells which commands have ended before another starts in every run, whatever the timing. It knows
///   - a command starts after all it depends on have ended;
///   - a queue starts its commands in order;
///   - EXEC queues also end each command before they start the next;
///   - MARK and BAR are empty: they end when they start.
/// Needs a program whose dependencies all point backwards. Not thread-safe: searches share scratch memory.
class ExecutionOrder {
  public:
    explicit ExecutionOrder(const Program& program);

    /// True if `first` has always ended when `second` starts. Searches backwards from `second`, nearest
    /// commands first: a pair joined by few edges is found at once.
    [[nodiscard]] bool ends_before(CommandId first, CommandId second);

    /// The first command in [from, barrier) that may still run when `barrier` starts, if any.
    [[nodiscard]] std::optional<CommandId> not_ended_before(CommandId barrier, CommandId from) const;

    /// The first command in (barrier, to) that may start before `barrier` does, if any.
    [[nodiscard]] std::optional<CommandId> not_started_after(CommandId barrier, CommandId to) const;

  private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    [[nodiscard]] bool ends_at_once(std::uint32_t command) const;
    [[nodiscard]] bool is_strict(std::uint32_t command) const;
    [[nodiscard]] bool ended_here(std::uint32_t first, std::uint32_t command) const;
    void push(std::uint32_t command, std::uint32_t first);

    const Program& program_;
    std::vector<std::uint32_t> before_in_queue_;  ///< of each command; kNone for the first of a queue
    std::vector<std::uint32_t> visited_;          ///< the search that saw a command last
    std::uint32_t search_ = 0;
    std::vector<std::uint32_t> frontier_;
};

}  // namespace hg
