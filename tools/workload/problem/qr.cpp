#include "tools/workload/rule/routines/qr.hpp"

#include "interfaces/generated/lapack_routines.hpp"
#include "tools/workload/problem/draw_qr.hpp"
#include "tools/workload/problem/row_routine.hpp"

namespace hgctl {

const std::vector<Routine>& qr_routines() {
    using namespace hg::routines;
    static const std::vector<Routine> routines = routines_of<Geqrf, Ormqr, Unmqr, Orgqr, Ungqr, Gels>();
    return routines;
}

}  // namespace hgctl
