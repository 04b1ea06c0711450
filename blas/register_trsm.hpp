#pragma once

#include <cstdint>

#include "blas/register_gemm.hpp"
#include "blas/types.hpp"
#include "kernels/database.hpp"
#include "runtime/program/builder.hpp"

namespace hg {

/// A triangle of a device's memory and its inverse, for solves by products.
struct InvertedTriangle {
    Uplo uplo = Uplo::lower;
    Diag diag = Diag::non_unit;
    RegisterId triangle{};  ///< n x n: a copy with zeros in the other triangle and any ones of Diag::unit
    RegisterId inverse{};   ///< n x n, without its diagonal and zeros in the other triangle
    RegisterId trusted{};   ///< 2 x 1, i32: how far it is trusted; see kernels::triangle_trust()
};

/// Appends the inversion of the triangle of A, a square register or window; the other triangle may hold
/// anything.
InvertedTriangle invert(ProgramBuilder& builder, Uplo uplo, Diag diag, RegisterId A);

/// Solves with inverted triangles and many right-hand sides.
class RegisterTrsm {
  public:
    /// For B of m x n, the size that kernels are chosen for, as in RegisterGemm.
    RegisterTrsm(const kernels::Database& database, const DeviceModel& device, ElementType type, Side side,
                 Op op, std::int64_t m, std::int64_t n);

    /// Appends B := op(A)^-1 B (Side::left) or B := B op(A)^-1 (Side::right): by a product with the inverse
    /// where that can be trusted, by substitution where not. With `refine`, products are as good as
    /// substitution: those with triangles that are not very well-conditioned get a step of refinement, which
    /// costs next to nothing where it is not needed. Without, products may lose some digits more, as LU
    /// factorizations can afford. Inf and NaN in B spread as by substitution.
    /// Throws Error{invalid_argument} where types, devices or shapes do not fit.
    void append(ProgramBuilder& builder, const InvertedTriangle& A, RegisterId B, bool refine) const;

  private:
    Side side_;
    Op op_;
    RegisterGemm product_;
    InstructionPtr guarded_product_;  ///< of the same kernel
};

/// RegisterTrsm::append() with the kernels chosen for B's shape.
void solve(ProgramBuilder& builder, Side side, Op op, const InvertedTriangle& A, RegisterId B, bool refine,
           const kernels::Database& database);

}  // namespace hg
