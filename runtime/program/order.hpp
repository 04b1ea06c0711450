#pragma once

#include <span>

#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Returns the same program with its commands in another order (list scheduling). Whenever a queue is free,
/// it takes the command with the highest priority among its commands whose dependencies have completed.
/// Commands take as long as they do alone on `target`. Commands of equal priority keep their order.
///
/// The program's results stay the same, to the bit: no command passes another command that it depends on or
/// whose memory it takes over in the memory plan, and no command passes a BAR. `priorities` holds a number
/// for each command: hg::priorities(), or your own measure of urgency. Slots, releases and dependencies are
/// derived anew.
///
/// Takes about n log n steps for n commands. Thread-safe. Throws Error{invalid_argument} if `priorities` is
/// not as long as the program or the program does not fit the target.
Program reordered(const Program& program, const Target& target, std::span<const double> priorities);

/// Calls reordered() with the seconds from each command's start to the program's end along the longest chain
/// of dependent commands: the upward rank of HEFT (H. Topcuoglu, S. Hariri, M.-Y. Wu, IEEE Transactions on
/// Parallel and Distributed Systems 13, 2002). LU and Cholesky factorizations written column by column thus
/// begin the next panel ahead of the rest of an update (look-ahead).
Program ordered_by_rank(const Program& program, const Target& target);

}  // namespace hg
