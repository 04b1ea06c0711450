#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Determines which commands have completed before another starts in every run, whatever the timing. It uses
/// these rules:
///   - a command starts after all commands on which it depends have completed;
///   - a queue starts its commands in order;
///   - EXEC queues also complete each command before they start the next;
///   - MARK and BAR are empty: they complete when they start.
/// All dependencies of the program must point backwards. Not thread-safe: searches share scratch memory.
class ExecutionOrder {
  public:
    explicit ExecutionOrder(const Program& program);

    /// Returns true if `first` has always completed when `second` starts. Searches backwards from `second`,
    /// nearest commands first, so that a pair connected by few edges is found quickly.
    [[nodiscard]] bool ends_before(CommandId first, CommandId second);

    /// Returns the first command in [from, barrier) that may still be running when `barrier` starts, if any.
    [[nodiscard]] std::optional<CommandId> not_ended_before(CommandId barrier, CommandId from) const;

    /// Returns the first command in (barrier, to) that may start before `barrier` does, if any.
    [[nodiscard]] std::optional<CommandId> not_started_after(CommandId barrier, CommandId to) const;

  private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    [[nodiscard]] bool ends_at_once(std::uint32_t command) const;
    [[nodiscard]] bool is_strict(std::uint32_t command) const;
    [[nodiscard]] bool ended_here(std::uint32_t first, std::uint32_t command) const;
    void push(std::uint32_t command, std::uint32_t first);

    const Program& program_;
    std::vector<std::uint32_t> before_in_queue_;  ///< by command; kNone for the first of a queue
    std::vector<std::uint32_t> visited_;          ///< by command: the last search that visited it
    std::uint32_t search_ = 0;
    std::vector<std::uint32_t> frontier_;
};

}  // namespace hg
