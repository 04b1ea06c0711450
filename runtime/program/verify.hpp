#pragma once

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Proves a program sound, with its own logic instead of the builder's:
///   - every dependency points to an earlier command, so queues that start in order cannot deadlock;
///   - registers fit their slots, slots fit their device, and no two registers are alive in one slot at the
///     same time;
///   - a command reads only elements that were written since the register took its slot;
///   - two commands that touch the same slot or overlapping host tiles are ordered if one of them writes: by
///     dependencies, by EXEC's strict order, or by a queue that starts its commands in order;
///   - types, shapes, bounds and devices of every command are consistent, and each BAR separates the commands
///     before it from those after it.
///
/// In a program written by hand, commands may wait for more than necessary, and dependencies may have other
/// reasons than the builder would give, or none: verify() does not check the reason of a dependency.
///
/// Throws Error{invalid_program}, which names the first offending command in text form and the rule that it
/// breaks. Thread-safe.
void verify(const Program& program);

}  // namespace hg
