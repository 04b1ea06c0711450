#include "lapack/common/substitution_steps.hpp"

#include <cstdint>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/register_copy.hpp"
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
bool SubstitutionSteps::is_one_by_one(RegisterId block) const {
    return right_hand_sides_ <= kOneByOne && is_real(builder_.reg(block).type);
}

SubstitutionSteps::Triangle SubstitutionSteps::prepared(Uplo uplo, Diag diag, Op op, RegisterId block) const {
    if (is_one_by_one(block)) return {uplo, diag, block};
    return {uplo, diag, block, invert(builder_, uplo, diag, block, op)};
}

std::vector<SubstitutionSteps::Triangle> SubstitutionSteps::prepared_all(Uplo uplo, Diag diag, Op op,
                                                                         RegisterId blocks) const {
    std::vector<Triangle> all;
    for (const InvertedTriangle& inverted : invert_all(builder_, uplo, diag, blocks, op))
        all.push_back({uplo, diag, kNoRegister, inverted});
    return all;
}

/// An inverted triangle has a copy of its block.
SubstitutionSteps::Triangle SubstitutionSteps::kept(Uplo uplo, Diag diag, Op op, RegisterId block) const {
    if (!is_one_by_one(block)) return prepared(uplo, diag, op, block);
    const Register of_block = builder_.reg(block);
    return {uplo, diag, copy_of(builder_, block, staggered_window_ld(of_block.rows, of_block.type))};
}

void SubstitutionSteps::solve(Op op, const Triangle& A, RegisterId x) const {
    if (A.inverted) return hg::solve(builder_, Side::left, op, *A.inverted, x, true, database_);
    const Register columns = builder_.reg(x);
    for (std::int64_t j = 0; j < columns.cols; ++j)
        trsv(builder_, A.uplo, op, A.diag, A.block, builder_.window(x, 0, j, columns.rows, 1),
             {.database = &database_});
}

void SubstitutionSteps::subtract(Op op, RegisterId A, RegisterId x, RegisterId y) const {
    if (right_hand_sides_ == 1 && is_real(builder_.reg(A).type))
        gemv(builder_, op, -1.0, A, x, 1.0, y, {.database = &database_});
    else
        gemm(builder_, op, Op::none, -1.0, A, x, 1.0, y, database_);
}

}  // namespace hg
