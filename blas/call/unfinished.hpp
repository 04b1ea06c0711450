#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <hg/runtime/machine/run_journal.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The work that a failed run has left undone.
struct Unfinished {
    /// Disjoint rectangles of the stored matrices, and triangles on their diagonals, in which no element has
    /// its final value yet. Neighbors are joined if they form a rectangle.
    std::vector<HostTile> tiles;
    /// True if it is unknown whether elements of `tiles` hold their old or their final values.
    bool unknown = false;
};

/// Returns true for errors of a device, after which others can do the work: it failed or was lost, or does
/// not compile a kernel.
[[nodiscard]] bool others_may_finish(const Error& error) noexcept;

/// Returns the largest number of tiles that a run of a program can leave.
[[nodiscard]] std::size_t most_unfinished(const Program& program) noexcept;

/// Finds the parts of a program's stored tiles that a run has not stored, according to its journal. A
/// partially stored tile leaves the rest of a column and the columns after it: up to two rectangles and a
/// triangle. The program must store each element only once. If `result` has room for most_unfinished() tiles,
/// a run that failed for lack of memory can be completed without allocating any.
void find_unfinished(const Program& program, const RunJournal& journal, Unfinished& result) noexcept;

/// Returns true if a run has stored nothing of a matrix, according to its journal.
[[nodiscard]] bool stored_nothing_of(std::string_view matrix, const Program& program,
                                     const RunJournal& journal) noexcept;

/// Returns the error of a call whose output `matrix` holds old and final elements, unknown which.
Error partly_stored(const Error& error, std::string_view matrix) noexcept;

/// Returns the error of a call in place that cannot be completed, because the old elements of `matrix` that
/// it needs are overwritten.
Error overwritten(const Error& error, std::string_view matrix) noexcept;

/// Returns an error whose message ends with `what`, the state of the outputs, and whose context says that
/// they are partially_written.
Error partially_written(const Error& error, std::string_view what) noexcept;

}  // namespace hg
