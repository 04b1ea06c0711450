#include <cstddef>
#include <vector>

#include "blas/cost/plan.hpp"
#include "lapack/lu/lu_builder.hpp"
#include "lapack/lu/lu_layout.hpp"
#include "lapack/lu/panel_width.hpp"
#include <hg/lapack/getrf_program.hpp>

namespace hg {

bool holds_all_of(const LuProblem& problem, const Target& target) {
    const auto layout = if_it_fits([&] { return lu_layout(problem, target, panel_width(problem)); });
    return layout && layout->passes() == 1;
}

/// Panels follow each other from device to device, so more devices are not always faster.
Program getrf_program(const LuProblem& problem, const Target& target, const kernels::Database& database) {
    const std::size_t all = lu_device_count(problem, target);
    std::vector<Candidates<std::size_t>> counts;
    for (std::size_t count = 1; count < all; count *= 2) counts.push_back({.list = {count}});
    counts.push_back({.list = {all}});
    const auto build = [&](std::size_t count) { return lu_program(problem, target, database, count); };
    return plan(counts, build, Simulator(target, problem.pinned)).program;
}

}  // namespace hg
