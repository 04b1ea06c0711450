#include <algorithm>

#include "blas/level3/triangle/strip_candidates.hpp"
#include "blas/level3/triangle/trmm_builder.hpp"
#include <hg/blas/trmm_program.hpp>

namespace hg {
namespace {

/// Few large products are fastest, but the first one must wait for its tiles, and those of the last one must
/// still be stored.
std::int64_t default_product_block(std::int64_t order) {
    constexpr std::int64_t kLeast = 512;
    constexpr std::int64_t kMost = 4096;
    return order <= kLeast ? order : std::clamp((order / 8 + kLeast - 1) / kLeast * kLeast, kLeast, kMost);
}

}  // namespace

Planned<TrianglePlan> plan_trmm(const TrmmProblem& problem, const Target& target,
                                const kernels::Database& database) {
    const TriangleShape shape(problem);
    const auto order = static_cast<double>(shape.along());
    const StripRoutine routine{
        .what = "a product with a triangle",
        .type = problem.type,
        .arithmetic = problem.arithmetic,
        .shape = shape,
        .default_block = default_product_block(shape.along()),
        // B; blocks of the result; tiles of A.
        .least_elements = [order](double b, double w) { return order * w + 3 * b * w + 4 * b * b; },
        .largest_piece = [](double b, double w) { return b * std::max(b, w); }};
    const auto build = [&](const TrianglePlan& plan) {
        return trmm_program(problem, plan, target, database);
    };
    return plan(strip_candidates(routine, target), build, Simulator(target, problem.pinned));
}

Program trmm_program(const TrmmProblem& problem, const Target& target, const kernels::Database& database) {
    return plan_trmm(problem, target, database).program;
}

}  // namespace hg
