#include <utility>

#include "blas/cost/flops.hpp"
#include "lapack/cholesky/cholesky_builder.hpp"
#include "lapack/cholesky/cholesky_operations.hpp"
#include "lapack/cholesky/cholesky_tiles.hpp"
#include "lapack/common/fastest_program.hpp"
#include <hg/lapack/potrf_program.hpp>

namespace hg {

Program cholesky_program(const CholeskyProblem& problem, const CholeskyLayout& layout, const Target& target,
                         const kernels::Database& database) {
    ProgramBuilder builder(target);
    BlockColumns L(builder, {"A", problem.n}, {}, problem.type, problem.n, layout.distributed(), layout.panel,
                   problem.uplo == Uplo::upper ? MatrixPart::upper : MatrixPart::lower);
    CholeskyTiles kernels(builder, problem, layout, database, L);
    lower(cholesky_operations(layout), layout, builder, L, kernels);
    return std::move(builder).finish();
}

Program potrf_program(const CholeskyProblem& problem, const Target& target,
                      const kernels::Database& database) {
    const double flops = real_operations(problem.type) * potrf_flops(problem.n);
    return fastest_program(
        cholesky_layout(problem, target), target, problem.pinned, flops_at_least(problem.arithmetic, flops),
        [&](const CholeskyLayout& layout) { return cholesky_program(problem, layout, target, database); });
}

}  // namespace hg
