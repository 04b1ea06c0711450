#include "tools/workload/rule/routines/level2.hpp"

#include "interfaces/generated/blas_routines.hpp"
#include "tools/workload/problem/draw_elements.hpp"
#include "tools/workload/problem/row_routine.hpp"

namespace hgctl {

const std::vector<Routine>& level2_routines() {
    static const std::vector<Routine> routines =
        routines_of_level<2>([](const auto& act) { hg::routines::for_each_blas_routine(act); });
    return routines;
}

}  // namespace hgctl
