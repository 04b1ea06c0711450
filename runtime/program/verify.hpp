#pragma once

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Proves a program sound, by its own means and not by the builder's:
///   - every dependency points to an earlier command, so that queues that start in order cannot deadlock;
///   - registers fit their slots, slots fit their device, and no two registers are alive in one slot at once;
///   - what a command reads of a register was written before, since that register took its slot;
///   - two commands that touch the same slot or overlapping host tiles are ordered if one of them writes: by
///     dependencies, by EXEC's strict order, or by a queue that starts its commands in order;
///   - types, shapes, bounds and devices of every command fit, and a BAR stands between what is before and behind it.
///
/// A program that was written by hand may wait for more than it must, and give other reasons than the builder would, or
/// none: what a dependency is for is not looked at.
///
/// Throws Error{invalid_program} that names the first offending command, in text form, and the rule
/// that it breaks. Thread-safe.
void verify(const Program& program);

}  // namespace hg
