#pragma once

#include <span>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The same program with its commands in another order: list scheduling. Each queue, whenever it is free, takes that of its
/// commands with the highest priority whose dependencies have ended. Commands last as long as they do alone on
/// `target`. Commands of equal priority keep their order.
///
/// What the program computes stays the same, to the bit: no command passes another that it depends on, or whose memory it
/// takes over in the memory plan, and none passes a BAR. `priorities` holds a number for each command: hg::priorities(), or
/// anything that an author holds for urgent. Slots, releases and dependencies are derived anew.
///
/// About n log n steps for n commands. Thread-safe. Throws Error{invalid_argument} if `priorities` is not as long as the
/// program or the program does not fit the target.
Program reordered(const Program& program, const Target& target, std::span<const double> priorities);

/// reordered() by the seconds from each command's start to the program's end along the longest chain of dependent commands:
/// the upward rank of HEFT (H. Topcuoglu, S. Hariri, M.-Y. Wu, IEEE Transactions on Parallel and Distributed Systems 13,
/// 2002). LU and Cholesky factorizations that were written column by column so begin the next panel ahead of the
/// rest of an update (look-ahead).
Program ordered_by_rank(const Program& program, const Target& target);

}  // namespace hg
