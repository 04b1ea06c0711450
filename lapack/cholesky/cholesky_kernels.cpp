#include "lapack/cholesky/cholesky_kernels.hpp"

#include <algorithm>

#include "blas/tiles/leading_dimension.hpp"
#include "kernels/cholesky/cholesky.hpp"
#include "kernels/elementwise/symmetric_part.hpp"
#include "lapack/common/adjoint.hpp"

namespace hg {
namespace {

using kernels::GemmTriangle;
using kernels::largest_cholesky;

/// The scalars of C := C - A B, which is done as long as info is 0.
constexpr double kSubtract = -1;
constexpr double kKeep = 1;
constexpr double kNoFailure = 0;

/// What a diagonal block takes on an H200: each of its parts with the solve and the product behind it, and
/// its inverse.
constexpr double kBlockSeconds = 180e-6;
constexpr double kInverseSeconds = 170e-6;
/// Compute units that this needs.
constexpr std::int64_t kUnits = 12;

/// A B^H of m x n, or its adjoint, of this depth.
RegisterProduct product_of(const kernels::Database& database, const DeviceModel& device,
                           const CholeskyProblem& problem, std::int64_t m, std::int64_t n,
                           std::int64_t depth) {
    const bool transposed = problem.uplo == Uplo::upper;
    if (transposed) std::swap(m, n);
    const Op op_a = transposed ? adjoint(problem.type) : Op::none;
    const Op op_b = transposed ? Op::none : adjoint(problem.type);
    return {database, device, problem.type, problem.arithmetic, op_a, op_b, m, n, depth};
}

/// C := C - A B^H within a diagonal block, which is not transposed.
InstructionPtr product_in_block(const kernels::Database& database, const DeviceModel& device,
                                ElementType type, std::int64_t order) {
    return RegisterGemm(database, device, type, Op::none, adjoint(type), order, order, largest_cholesky(type))
        .guarded(GemmTriangle::c_lower);
}

RegisterTrsm solve_of(const kernels::Database& database, const DeviceModel& device, ElementType type,
                      bool transposed, std::int64_t m, std::int64_t n) {
    if (transposed) return {database, device, type, Side::left, Op::none, n, m};
    return {database, device, type, Side::right, adjoint(type), m, n};
}

}  // namespace

CholeskyKernels::CholeskyKernels(ProgramBuilder& builder, const CholeskyProblem& problem,
                                 const CholeskyLayout& layout, const kernels::Database& database,
                                 DeviceIndex device)
    : builder_(builder),
      type_(problem.type),
      device_(device),
      transposed_(problem.uplo == Uplo::upper),
      product_(product_of(database, builder.devices()[device], problem, layout.n, layout.block_column,
                          layout.block_column)),
      triangle_(product_.triangular(transposed_ ? GemmTriangle::c_upper : GemmTriangle::c_lower)),
      block_(product_of(database, builder.devices()[device], problem, layout.panel, layout.panel,
                        layout.block_column)
                 .triangular(transposed_ ? GemmTriangle::c_upper : GemmTriangle::c_lower)),
      product_in_block_(product_in_block(database, builder.devices()[device], type_, layout.panel)),
      solve_(solve_of(database, builder.devices()[device], type_, transposed_, layout.n, layout.panel)) {}

void CholeskyKernels::subtract(RegisterId info, RegisterId A, RegisterId B, RegisterId C) const {
    const auto [left, right] = transposed_ ? std::pair(B, A) : std::pair(A, B);
    triangle_.append_unless_failed(builder_, info, kSubtract, left, right, kKeep, C);
}

void CholeskyKernels::subtract_below(RegisterId info, RegisterId A, RegisterId B, RegisterId C,
                                     RoomBeside& room) const {
    const auto [left, right] = transposed_ ? std::pair(B, A) : std::pair(A, B);
    product_.append_beside_unless_failed(builder_, room, info, kSubtract, left, right, kKeep, C);
}

void CholeskyKernels::subtract_block(RegisterId info, RegisterId A, RegisterId C) const {
    block_.append_unless_failed(builder_, info, kSubtract, A, A, kKeep, C);
}

RoomBeside CholeskyKernels::room(std::int64_t n) const {
    const std::int64_t largest = largest_cholesky(type_);
    const std::int64_t blocks = (n + largest - 1) / largest;
    return {kBlockSeconds * static_cast<double>(blocks) + kInverseSeconds,
            builder_.devices()[device_].traits.compute_units - kUnits};
}

RegisterId CholeskyKernels::factor(RegisterId info, RegisterId A, std::int64_t first) const {
    RegisterId L = A;
    if (transposed_) {
        const std::int64_t n = builder_.reg(A).rows;
        L = builder_.reg(device_, type_, n, n, staggered_window_ld(n, type_));
        mirror(A, true, L);
    }
    factor_lower(info, L, first);
    if (transposed_) mirror(L, false, A);
    return L;
}

InvertedTriangle CholeskyKernels::inverted(RegisterId info, RegisterId L) const {
    const Op op = transposed_ ? Op::none : adjoint(type_);
    const InvertedTriangle inverted = invert(builder_, Uplo::lower, Diag::non_unit, L, op);
    builder_.exec(kernels::cholesky_skip(type_),
                  {info, inverted.triangle, inverted.inverse, inverted.trusted});
    return inverted;
}

/// Right-looking, by diagonal blocks that one work-group factors:
///
///     A11 = L11 L11^H;  L21 := A21 L11^-H;  A22 := A22 - L21 L21^H
void CholeskyKernels::factor_lower(RegisterId info, RegisterId A, std::int64_t first) const {
    const std::int64_t n = builder_.reg(A).rows;
    const std::int64_t largest = largest_cholesky(type_);
    for (std::int64_t k = 0; k < n; k += largest) {
        const std::int64_t size = std::min(largest, n - k);
        const std::int64_t next = k + size;
        const RegisterId A11 = builder_.window(A, k, k, size, size);
        builder_.exec(kernels::cholesky_diagonal(type_), {A11, info}, {static_cast<double>(first + k)});
        if (next == n) return;
        const RegisterId A21 = builder_.window(A, next, k, n - next, size);
        builder_.exec(kernels::cholesky_solve(type_), {info, A11, A21});
        builder_.exec(product_in_block_, {A21, A21, builder_.window(A, next, next, n - next, n - next), info},
                      {kSubtract, kKeep, kNoFailure});
    }
}

/// Makes a matrix of one triangle that is its own adjoint.
void CholeskyKernels::mirror(RegisterId from, bool upper, RegisterId to) const {
    builder_.exec(kernels::self_adjoint_part(type_), {from, from, from, to}, {0.0, 0.0, upper ? 1.0 : 0.0});
}

}  // namespace hg
