#include <limits>
#include <optional>
#include <utility>

#include "lapack/common/fastest_program.hpp"
#include "lapack/inverse/inverse_builder.hpp"
#include "lapack/inverse/inverse_layout.hpp"
#include <hg/lapack/potri_program.hpp>

namespace hg {

Program potri_program(const InverseProblem& problem, const Target& target,
                      const kernels::Database& database) {
    std::optional<Program> best;
    double best_seconds = std::numeric_limits<double>::infinity();
    for (const InverseLayout& layout : inverse_layouts(problem, target)) {
        Program program = inverse_program(problem, layout, target, database);
        const double seconds = simulated_seconds(program, target, problem.pinned);
        if (best && seconds >= best_seconds) continue;
        best = std::move(program);
        best_seconds = seconds;
    }
    if (!best) throw no_device_holds_inverse(problem, target);
    return *std::move(best);
}

bool holds_inverse(const InverseProblem& problem, const Target& target) {
    return !inverse_layouts(problem, target).empty();
}

}  // namespace hg
