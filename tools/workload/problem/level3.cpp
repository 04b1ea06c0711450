#include "blas/level3/row_major.hpp"
#include "interfaces/generated/blas_routines.hpp"
#include "tools/workload/operands/gemm_in_blocks.hpp"
#include "tools/workload/problem/draw_elements.hpp"
#include "tools/workload/problem/row_routine.hpp"
#include "tools/workload/rule/routines/gemm.hpp"
#include "tools/workload/rule/routines/rank_k.hpp"
#include "tools/workload/rule/routines/symm.hpp"
#include "tools/workload/rule/routines/triangle.hpp"

namespace hgctl {

/// A third of the random products in small blocks: several tiles a device, several devices a matrix.
template <class T>
CheckResult check_drawn(hg::Session& session, CallProblem<hg::routines::Gemm, T>& problem) {
    if (problem.numbers().between(0, 2) != 0) return problem.check_call(session);
    const std::int64_t block = problem.numbers().between(16, 64);
    problem.say("block=" + std::to_string(block));
    const hg::GemmArguments<T>& c = problem.arguments();
    return problem.check(session, [&] {
        gemm_in_blocks(session, problem.layout() == hg::Layout::row_major ? transposed(c) : c, block);
        return std::int64_t{0};
    });
}

const std::vector<Routine>& level3_routines() {
    static const std::vector<Routine> routines =
        routines_of_level<3>([](const auto& act) { hg::routines::for_each_blas_routine(act); });
    return routines;
}

}  // namespace hgctl
