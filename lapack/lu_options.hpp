#pragma once

namespace hg {

/// How getrf() chooses the pivots of a panel.
enum class Pivoting : char {
    partial = 'P',     ///< the largest element of each column, as LAPACK does
    tournament = 'T',  ///< rows that win a tournament of blocks: all pivots of a panel at once
    none = 'N'         ///< the diagonal: for matrices known to be safe, such as diagonally dominant ones
};

/// What LAPACK's argument lists have no place for.
struct LuOptions {
    Pivoting pivoting = Pivoting::partial;  ///< any but partial has other pivots than LAPACK
};

}  // namespace hg
