#pragma once

namespace hg {

/// How getrf() chooses the pivots of a panel.
enum class Pivoting : char {
    partial = 'P',     ///< the largest element of each column, as LAPACK does
    tournament = 'T',  ///< rows that win a tournament of blocks, which selects all pivots of a panel together
    none = 'N'         ///< the diagonal: for matrices known to be safe, such as diagonally dominant ones
};

/// Options that LAPACK's argument lists have no place for.
struct LuOptions {
    Pivoting pivoting = Pivoting::partial;  ///< all but partial choose other pivots than LAPACK
};

}  // namespace hg
