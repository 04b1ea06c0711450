#include "tools/tuner/tunable_routines.hpp"

#include "tools/tuner/emulated/emulated_routine.hpp"
#include "tools/tuner/gemm/gemm_routine.hpp"
#include "tools/tuner/vectors/vectors.hpp"

namespace hg::kernels {

const std::vector<const TunableRoutine*>& tunable_routines() {
    static const std::vector<const TunableRoutine*> routines = [] {
        std::vector<const TunableRoutine*> list{&gemm_routine(), &emulated_routine()};
        for (const VectorOperation operation : kVectorOperations) list.push_back(&vector_routine(operation));
        list.insert(list.end(), {&gemv_routine(), &symv_routine(), &trmv_routine(), &trsv_routine()});
        for (const RankUpdate operation : kRankUpdates) list.push_back(&rank_update_routine(operation));
        return list;
    }();
    return routines;
}

}  // namespace hg::kernels
