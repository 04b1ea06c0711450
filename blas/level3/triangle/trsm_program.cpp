#include <algorithm>

#include "blas/level3/triangle/strip_candidates.hpp"
#include "blas/level3/triangle/trsm_builder.hpp"
#include "blas/level3/triangle/trsm_kernels.hpp"
#include <hg/blas/trsm_program.hpp>

namespace hg {
namespace {

constexpr std::int64_t kBlockByColumns = 2048;

/// Larger blocks make faster products, but more work in the solves with diagonal blocks, by a share of block
/// / order. Column-by-column solves have no such work, and tall tiles are copied faster.
std::int64_t default_block(const TrsmProblem& problem, std::int64_t order) {
    if (is_by_columns(problem)) return std::min(order, kBlockByColumns);
    if (order <= 512) return order;
    return order <= 4096 ? 256 : 512;
}

}  // namespace

Planned<TrianglePlan> plan_trsm(const TrsmProblem& problem, const Target& target,
                                const kernels::Database& database) {
    const TriangleShape shape(problem);
    const auto order = static_cast<double>(shape.along());
    const StripRoutine routine{
        .what = "a triangular solve",
        .type = problem.type,
        .arithmetic = problem.arithmetic,
        .shape = shape,
        .default_block = default_block(problem, shape.along()),
        .least_elements =
            // X; tiles of B with the product, the residual; A's diagonal block, copy, inverse, workspace; a
        // tile of A.
        [order](double b, double w) {
            return order * w + 4 * b * w + 6 * b * b + 2 * b * std::min(order, 4096.0);
        },
        .largest_piece = [order](double, double w) { return (order + 128) * (w + 128); }};
    const auto build = [&](const TrianglePlan& plan) {
        return trsm_program(problem, plan, target, database);
    };
    return plan(strip_candidates(routine, target), build, Simulator(target, problem.pinned));
}

Program trsm_program(const TrsmProblem& problem, const Target& target, const kernels::Database& database) {
    return plan_trsm(problem, target, database).program;
}

}  // namespace hg
