#pragma once

#include <span>
#include <vector>

#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The commands in the order in which list scheduling starts them: each queue, whenever it is free, takes the ready command
/// with the highest priority, of equal ones the first. A command is ready when all that it waits for by `dependencies` have
/// ended. Command c lasts seconds[c]. No command passes a BAR.
std::vector<CommandId> list_schedule(const Program& program, const DependencyLists& dependencies,
                                     std::span<const double> seconds, std::span<const double> priorities);

}  // namespace hg
