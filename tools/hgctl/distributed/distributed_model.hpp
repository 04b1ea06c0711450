#pragma once

#include <algorithm>
#include <cstdint>

#include "tools/hgctl/distributed/local_costs.hpp"
#include "tools/hgctl/distributed/process_grid.hpp"
#include "tools/hgctl/distributed/rank_model.hpp"

namespace hgctl {

/// A routine over all ranks of a grid, matrices of order n, in double precision.
struct DistributedProblem {
    std::int64_t n = 0;
    std::int64_t block = 0;  ///< rows and columns of a block; columns of a panel
    ProcessGrid grid;
    bool recursive_panels = true;  ///< LU: panels halved down to 128 columns, else a column at a time
    bool look_ahead = true;        ///< LU: the next panel is factored before the rest of an update
};

/// A modelled run: means over all ranks, seconds; what is left of the whole is waiting.
struct DistributedTime {
    double seconds = 0;
    double update = 0;   ///< products, triangular solves
    double panel = 0;    ///< LU: factorization of panels, with its messages
    double network = 0;  ///< all other messages, and interchanges of rows

    [[nodiscard]] double waiting() const { return std::max(0.0, seconds - update - panel - network); }
};

/// C := C + A B by SUMMA, as ScaLAPACK's pdgemm does it (van de Geijn, Watts, Concurrency 9, 1997): for each
/// `block` columns of A and rows of B, broadcasts along the rows and the columns of the grid, then the local
/// product; nothing overlaps. A grid of one rank makes one local call for the whole.
DistributedTime summa_time(const DistributedProblem& problem, const RankModel& rank, LocalCosts& costs);

/// A = P L U, block-cyclic and right-looking, as HPL does it, or ScaLAPACK's pdgetrf with panels a column at
/// a time and no look-ahead. Each column of the grid has its own clock: it factors the panels that it holds,
/// waits for the others, interchanges rows, solves for its part of U and updates its part of A.
///
/// - A broadcast of s bytes to q ranks takes (log2 q + q - 1) latencies + 2 (q - 1) / q s / bandwidth:
/// spread,
///   then rolled around (Barnett et al., Supercomputing '91).
/// - Interchanges of w rows of n columns over p > 1 ranks take (log2 p + p - 1) latencies + 3 w n elements,
/// as
///   HPL's authors have it, and 4 w n elements of local memory.
/// - A pivot takes log2 p messages of two rows of the panel.
/// - A column at a time, a panel is read and written once for each of its columns.
DistributedTime lu_time(const DistributedProblem& problem, const RankModel& rank, LocalCosts& costs);

}  // namespace hgctl
