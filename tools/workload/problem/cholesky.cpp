#include "tools/workload/rule/routines/cholesky.hpp"

#include "interfaces/generated/lapack_routines.hpp"
#include "tools/workload/problem/draw_cholesky.hpp"
#include "tools/workload/problem/row_routine.hpp"

namespace hgctl {

const std::vector<Routine>& cholesky_routines() {
    using namespace hg::routines;
    static const std::vector<Routine> routines = routines_of<Potrf, Posv, Dsposv, Zcposv, Potrs, Potri>();
    return routines;
}

}  // namespace hgctl
