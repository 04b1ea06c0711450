#include "lapack/substitution/substitution_definition.hpp"

#include <algorithm>
#include <utility>

#include "lapack/common/adjoint.hpp"
#include "lapack/passes/textbook.hpp"

namespace hg {
namespace {

/// With block column k of T: X_k := T_kk^-1 X_k, and what X_k enters the rows behind it with; or with T^H,
/// what the rows behind enter X_k with, and then X_k := T_kk^-H X_k.
void substitute(Textbook& A, const Substitution& T, const Span& k, std::int64_t n, const Span& X) {
    const Span rest = T.uplo == Uplo::lower ? Span{k.end, n} : Span{0, k.begin};
    if (T.op == Op::none) {
        A.solve({k, k}, {k, X}, T.uplo);
        A.update({rest, X}, {rest, k}, {k, X}, T.uplo);
    } else {
        A.update_adjoint({k, X}, {rest, k}, {rest, X}, T.uplo);
        A.solve_adjoint({k, k}, {k, X}, T.uplo);
    }
}

}  // namespace

std::array<Substitution, 2> substitutions_of(const SubstitutionProblem& problem) noexcept {
    using Pair = std::array<Substitution, 2>;
    const Op other = adjoint(problem.type);
    switch (problem.factors) {
        case Factors::lower:
            return Pair{{{Uplo::lower, Op::none}, {Uplo::lower, other}}};
        case Factors::upper:
            return Pair{{{Uplo::upper, other}, {Uplo::upper, Op::none}}};
        default:
            if (problem.op == Op::none)
                return Pair{{{Uplo::lower, Op::none, Diag::unit}, {Uplo::upper, Op::none}}};
            const Op op = is_complex(problem.type) ? problem.op : Op::trans;
            return Pair{{{Uplo::upper, op}, {Uplo::lower, op, Diag::unit}}};
    }
}

TileOperations substitution_definition(const SubstitutionProblem& problem, std::int64_t width) {
    const std::int64_t n = problem.n;
    const Span X{n, n + problem.nrhs};
    const auto [first, second] = substitutions_of(problem);
    Textbook A;
    for (std::int64_t k = 0; k < n; k += width) substitute(A, first, {k, std::min(n, k + width)}, n, X);
    for (std::int64_t k = (n - 1) / width * width; k >= 0; k -= width)
        substitute(A, second, {k, std::min(n, k + width)}, n, X);
    return std::move(A).operations();
}

}  // namespace hg
