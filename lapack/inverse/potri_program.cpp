#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "lapack/common/soonest_program.hpp"
#include "lapack/inverse/inverse_builder.hpp"
#include "lapack/inverse/inverse_layout.hpp"
#include <hg/lapack/potri_program.hpp>
#include <hg/runtime/program/error.hpp>

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
    if (!best)
        throw Error(ErrorCode::out_of_memory,
                    "no device holds the inverse of a matrix of order " + std::to_string(problem.n) + " in " +
                        std::string(name(problem.type)) + "; HG_MEMORY_LIMIT, if it is set, may be too low");
    return *std::move(best);
}

bool holds_inverse(const InverseProblem& problem, const Target& target) {
    return !inverse_layouts(problem, target).empty();
}

}  // namespace hg
