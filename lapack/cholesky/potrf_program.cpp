#include "blas/cost/flops.hpp"
#include "lapack/cholesky/cholesky_builder.hpp"
#include "lapack/cholesky/cholesky_layout.hpp"
#include "lapack/common/fastest_program.hpp"
#include <hg/lapack/potrf_program.hpp>

namespace hg {
Program potrf_program(const CholeskyProblem& problem, const Target& target,
                      const kernels::Database& database) {
    const double flops = real_operations(problem.type) * potrf_flops(problem.n);
    return fastest_program(
        cholesky_layout(problem, target), target, problem.pinned,
        problem.arithmetic == Arithmetic::emulated ? 0 : flops,
        [&](const CholeskyLayout& layout) { return cholesky_program(problem, layout, target, database); });
}

}  // namespace hg
