#include "tools/tuner/tunable_routines.hpp"

#include "tools/tuner/emulated/emulated_routine.hpp"
#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/gemv/gemv_routine.hpp"
#include "tools/tuner/rank_update/rank_update_routine.hpp"
#include "tools/tuner/symv/symv_routine.hpp"
#include "tools/tuner/trsv/trsv_routine.hpp"
#include "tools/tuner/vector/vector_routine.hpp"

namespace hg::kernels {

const std::vector<const TunableRoutine*>& tunable_routines() {
    static const std::vector<const TunableRoutine*> routines = [] {
        std::vector<const TunableRoutine*> list{&gemm_routine(), &emulated_routine()};
        for (const TunableRoutine* routine : vector_routines()) list.push_back(routine);
        for (const TunableRoutine* routine :
             {&gemv_routine(), &symv_routine(), &trmv_routine(), &trsv_routine()})
            list.push_back(routine);
        for (const TunableRoutine* routine : rank_update_routines()) list.push_back(routine);
        return list;
    }();
    return routines;
}

}  // namespace hg::kernels
