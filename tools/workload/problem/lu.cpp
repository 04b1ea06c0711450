#include "tools/workload/rule/routines/lu.hpp"

#include "interfaces/generated/lapack_routines.hpp"
#include "tools/workload/problem/draw_lu.hpp"
#include "tools/workload/problem/row_routine.hpp"

namespace hgctl {

const std::vector<Routine>& lu_routines() {
    using namespace hg::routines;
    static const std::vector<Routine> routines = routines_of<Getrf, Getrs, Gesv, Dsgesv, Zcgesv>();
    return routines;
}

}  // namespace hgctl
