#pragma once

#include <array>
#include <cstdint>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// Row moves ("moves"): an i32 register of 2w rows x 3 columns that says which rows w interchanges exchange.
/// Rows count from the first row of the panel.
///
///   - Column 0, rows 0..w-1: row i was interchanged with row moves[i, 0] >= i, in the order i = 0..w-1.
///   - Columns 1 and 2 list what all of them together do: the row that was moves[e, 2] goes to moves[e, 1].
///     An entry e of 0..2w-1 that is not used has -1 in column 1.
///
/// Lists of several panels stand side by side, 2w x 3L: columns 3s..3s+2 belong to panel s of w
/// columns, whose rows count from row s w of the whole. The last panel may have fewer columns w': its
/// list takes 2w' rows.

/// The most pivots a list may have in each of the forms of swap_rows(), and in all of them.
inline constexpr std::array<std::int64_t, 4> kMostPivotsOfForms{256, 512, 2048, 4096};
inline constexpr std::int64_t kMostPivotsOfList = kMostPivotsOfForms.back();

/// One list for the whole panel, column 0 included, from the lists of its parts. Operands: lists (read,
/// 2w x 3L) and merged (written, 2 columns x 3). Scalar: `columns` (i32, pivots in all). Named "merge_moves".
InstructionPtr merge_moves();

/// Moves whole rows of A, whose first row is the panel's first row, as lists say. Operands: moves (read,
/// 2w x 3L) and A (read and written). Scalars: `columns` (i32, pivots in all) and `backward` (i32, 1 undoes
/// the interchanges). The form for lists of at most `pivots` pivots each, at most kMostPivotsOfList. Named
/// "swap_rows_<type>_<the form's most pivots>".
InstructionPtr swap_rows(ElementType type, std::int64_t pivots = kMostPivotsOfForms.front());

/// Fills columns 1 and 2 of a list of `pivots` pivots from its column 0, in ordinary memory.
void list_moves(std::int32_t* moves, std::int64_t ld, std::int64_t pivots);

}  // namespace hg::kernels
