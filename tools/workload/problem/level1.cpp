#include "tools/workload/rule/routines/level1.hpp"

#include "interfaces/generated/blas_routines.hpp"
#include "tools/workload/problem/draw_elements.hpp"
#include "tools/workload/problem/row_routine.hpp"

namespace hgctl {

const std::vector<Routine>& level1_routines() {
    static const std::vector<Routine> routines =
        routines_of_level<1>([](const auto& act) { hg::routines::for_each_blas_routine(act); });
    return routines;
}

}  // namespace hgctl
