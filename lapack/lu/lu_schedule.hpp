#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <vector>

#include "lapack/lu/lu_layout.hpp"

namespace hg {

/// One step of A = P L U. It concerns columns [from, to) of one block column, and mostly some panels k.
struct LuStep {
    enum class Kind : std::uint8_t {
        panel,       ///< [L_kk; L_ik] U_kk := P_k A_k
        swap,        ///< A := P_k A, in the rows from panel k on
        solve,       ///< U_k := L_kk^-1 A_k, in the rows of panels k
        update,      ///< A_i := A_i - L_ik U_k, in the rows below panels k
        diagonal,    ///< U_kk is final, for as many panels k as a step of the back substitution has
        open,        ///< a pass begins: the devices hold columns [from, to) of A, whose panels these are
        load,        ///< the columns come to their device
        arrived,     ///< all columns have come
        final_rows,  ///< the rows of the panels have their final values, as those before them
        final,       ///< all rows have
        swap_stored  ///< swap in host memory, where an earlier pass has stored the columns
    };
    Kind kind = Kind::panel;
    PanelRange panels;
    std::size_t block = 0;  ///< of LuLayout::block_columns()
    std::int64_t from = 0;
    std::int64_t to = 0;
    QueueKind queue = QueueKind::exec;  ///< exec2: beside what follows, until that needs it
};

/// "update panels 2..4, block 3, columns 512..640", the ends excluded; with ", EXEC2" behind it.
std::ostream& operator<<(std::ostream& out, const LuStep& step);

/// All steps of a factorization, in the order of a sequential machine. Right-hand sides become L^-1 P^T B.
/// docs/decisions/0016 says why it is this order.
std::vector<LuStep> lu_schedule(const LuLayout& layout);

}  // namespace hg
