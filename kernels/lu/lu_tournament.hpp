#pragma once

#include <cstdint>

#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// Tournament pivoting (Grigori, Demmel, Xiang, SIAM J. Matrix Anal. Appl. 32, 2011): the choice of w rows of
/// a panel A, m x w, that become its first rows. Then the panel is factored without pivoting. Groups of rows
/// elect w rows each by partial pivoting on a copy of theirs. The winners of several groups elect again,
/// until one set is left. Work-groups tell each other nothing, so that any device can run them.
///
/// Sets of candidates are columns of an i32 register of w rows: numbers of rows of A, in the order of
/// their pivots, -1 if a group has fewer than w rows. Ties go to the uppermost row, NaN counts as zero,
/// and nothing is divided by a pivot of zero, as in lu_panel.hpp. If m <= kTournamentRows, the choice is
/// that of partial pivoting.

/// Rows that take part in one election.
inline constexpr std::int64_t kTournamentRows = 256;

/// The most columns a panel may have, whose rows take 512 bytes: 64 for f64 and c32, 128 for f32, 32 for c64.
std::int64_t tournament_width(ElementType type);

/// Sets of candidates after the first elections among m rows.
std::int64_t leaf_sets(std::int64_t rows);
/// Sets that a round makes of `sets` of w candidates each.
std::int64_t round_sets(std::int64_t sets, std::int64_t width);

/// Operands A (read, m x w) and candidates (written, w x leaf_sets(m)). Named "tournament_leaf_<type>".
InstructionPtr tournament_leaf(ElementType type);

/// Operands A (read, m x w), candidates (read, w x g) and winners (written,
/// w x round_sets(g, w)). Named "tournament_round_<type>".
InstructionPtr tournament_round(ElementType type);

/// Operands candidates (read, w x 1, none of them -1) and moves (written, 2w x 3; see row_moves.hpp): the
/// interchanges that bring candidate i to row i. Named "tournament_moves".
InstructionPtr tournament_moves();

}  // namespace hg::kernels
