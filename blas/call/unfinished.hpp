#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <hg/runtime/machine/run_journal.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// What a failed run has left undone.
struct Unfinished {
    /// Disjoint rectangles of the stored matrices, and triangles of tiles on their diagonals, in which no
    /// element has its final value yet. Neighbours are put together if they make a rectangle.
    std::vector<HostTile> tiles;
    /// True if it is not known whether elements of `tiles` hold their old or their final values.
    bool unknown = false;
};

/// The most tiles that a run of a program can leave.
[[nodiscard]] std::size_t most_unfinished(const Program& program) noexcept;

/// The parts of a program's stored tiles that a run has not stored, by its journal. A tile that was stored in
/// part leaves the rest of a column and the columns after it: up to two rectangles and a triangle. Needs a
/// program that stores each element once. `result` should have room for most_unfinished() tiles: then a run
/// that failed because memory was lacking can be finished without any memory.
void find_unfinished(const Program& program, const RunJournal& journal, Unfinished& result) noexcept;

/// True if a run has stored nothing of a matrix, by its journal.
[[nodiscard]] bool stored_nothing_of(std::string_view matrix, const Program& program,
                                     const RunJournal& journal) noexcept;

/// Logs a warning that `who` does what an error left undone. If there is no memory for the
/// line, nothing is logged.
void warn_of_rest(const Error& error, std::string_view who) noexcept;

/// The error of a call whose output `matrix` holds old and final elements, not known which.
Error partly_stored(const Error& error, std::string_view matrix) noexcept;

/// The error of a call in place: what is left of its output `matrix` needs old elements of it that are
/// overwritten.
Error overwritten(const Error& error, std::string_view matrix) noexcept;

/// An error whose message ends with what it has done to outputs, and whose context says that they are
/// partially_written.
Error partially_written(const Error& error, std::string_view what) noexcept;

}  // namespace hg
