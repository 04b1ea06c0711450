#include <vector>

#include "blas/cost/plan.hpp"
#include "lapack/inverse/inverse_builder.hpp"
#include "lapack/inverse/inverse_layout.hpp"
#include <hg/lapack/potri_program.hpp>

namespace hg {

Program potri_program(const InverseProblem& problem, const Target& target,
                      const kernels::Database& database) {
    const std::vector<Candidates<InverseLayout>> layouts{{.list = inverse_layouts(problem, target)}};
    const auto build = [&](const InverseLayout& layout) {
        return inverse_program(problem, layout, target, database);
    };
    return plan(layouts, build, Simulator(target, problem.pinned)).program;
}

bool holds_inverse(const InverseProblem& problem, const Target& target) {
    return if_it_fits([&] { return inverse_layouts(problem, target); }).has_value();
}

}  // namespace hg
