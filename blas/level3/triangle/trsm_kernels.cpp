#include "blas/level3/triangle/trsm_kernels.hpp"

#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/trsv.hpp>

namespace hg {
namespace {

/// A is read again for each column. Up to this number of columns, that takes less time than its transfer.
constexpr std::int64_t kMostColumns = 8;

RegisterId column(ProgramBuilder& builder, RegisterId matrix, std::int64_t j) {
    const Register shape = builder.reg(matrix);
    return shape.cols == 1 ? matrix : builder.window(matrix, 0, j, shape.rows, 1);
}

}  // namespace

bool is_by_columns(const TrsmProblem& problem) noexcept {
    return is_real(problem.type) && problem.side == Side::left && problem.n <= kMostColumns;
}

TrsmKernels::TrsmKernels(const TrsmProblem& problem, const kernels::Database& database,
                         const DeviceModel& device, std::int64_t m, std::int64_t n, std::int64_t k)
    : problem_(problem), database_(database) {
    if (is_by_columns(problem)) return;
    const bool left = problem.side == Side::left;
    const Op op_a = left ? problem.op : Op::none;
    const Op op_b = left ? Op::none : problem.op;
    products_ = {RegisterProduct(database, device, problem.type, problem.arithmetic, op_a, op_b, m, n, k),
                 RegisterTrsm(database, device, problem.type, problem.side, problem.op, m, n)};
}

std::vector<TrsmKernels::Diagonal> TrsmKernels::prepared(ProgramBuilder& builder, RegisterId blocks) const {
    if (!products_) return {{blocks, {}}};
    std::vector<Diagonal> all;
    for (const InvertedTriangle& inverted :
         invert_all(builder, problem_.uplo, problem_.diag, blocks, problem_.op))
        all.push_back({inverted.triangle, inverted});
    return all;
}

void TrsmKernels::subtract(ProgramBuilder& builder, RegisterId A, RegisterId X, const Scalar& beta,
                           RegisterId B) const {
    const bool left = problem_.side == Side::left;
    if (products_) return products_->product.append(builder, -1.0, left ? A : X, left ? X : A, beta, B);
    GemvOptions options;
    options.database = &database_;
    for (std::int64_t j = 0; j < builder.reg(B).cols; ++j)
        gemv(builder, problem_.op, -1.0, A, column(builder, X, j), beta, column(builder, B, j), options);
}

void TrsmKernels::solve(ProgramBuilder& builder, const Diagonal& A, RegisterId B) const {
    if (products_) return products_->solve.append(builder, *A.inverted, B, true);
    TrsvOptions options;
    options.database = &database_;
    for (std::int64_t j = 0; j < builder.reg(B).cols; ++j)
        trsv(builder, problem_.uplo, problem_.op, problem_.diag, A.tile, column(builder, B, j), options);
}

}  // namespace hg
