#include "lapack/common/substitution_steps.hpp"

#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/trsv.hpp>

namespace hg {
namespace {

/// Up to so many right-hand sides a solve for each takes less time than an inverse, which is a dozen of
/// launches.
constexpr std::int64_t kOneByOne = 4;

}  // namespace

/// Kernels of level 2 are for real matrices.
bool SubstitutionSteps::inverts(ElementType type) const noexcept {
    return right_hand_sides_ > kOneByOne || is_complex(type);
}

SubstitutionSteps::Triangle SubstitutionSteps::prepared(const Substitution& of, RegisterId block) const {
    if (!inverts(builder_.reg(block).type)) return {of, block};
    return {of, block, invert(builder_, of.uplo, of.diag, block, of.op)};
}

std::vector<SubstitutionSteps::Triangle> SubstitutionSteps::inverted(const Substitution& of,
                                                                     RegisterId blocks) const {
    std::vector<Triangle> all;
    for (const InvertedTriangle& one : invert_all(builder_, of.uplo, of.diag, blocks, of.op))
        all.push_back({of, kNoRegister, one});
    return all;
}

void SubstitutionSteps::solve(const Triangle& A, RegisterId x) const {
    if (A.inverted) return hg::solve(builder_, Side::left, A.of.op, *A.inverted, x, true, database_);
    const Register columns = builder_.reg(x);
    for (std::int64_t j = 0; j < columns.cols; ++j)
        trsv(builder_, A.of.uplo, A.of.op, A.of.diag, A.block, builder_.window(x, 0, j, columns.rows, 1),
             {.database = &database_});
}

void SubstitutionSteps::subtract(Op op, RegisterId A, RegisterId x, RegisterId y) const {
    if (right_hand_sides_ == 1 && is_real(builder_.reg(A).type))
        gemv(builder_, op, -1.0, A, x, 1.0, y, {.database = &database_});
    else
        gemm(builder_, op, Op::none, -1.0, A, x, 1.0, y, database_);
}

}  // namespace hg
