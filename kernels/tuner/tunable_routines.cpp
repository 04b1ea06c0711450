#include "kernels/tuner/tunable_routines.hpp"

#include "kernels/tuner/gemm/gemm_routine.hpp"

namespace hg::kernels {

const std::vector<const TunableRoutine*>& tunable_routines() {
    static const std::vector<const TunableRoutine*> routines{&gemm_routine()};
    return routines;
}

}  // namespace hg::kernels
