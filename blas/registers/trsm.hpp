#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// A triangle in a device's memory and its inverse, for solves by matrix products.
struct InvertedTriangle {
    Uplo uplo = Uplo::lower;     ///< which triangle it is
    Diag diag = Diag::non_unit;  ///< whether its diagonal is taken as ones
    bool conjugated = false;     ///< it is the conjugate of A's triangle
    /// n x n: a copy, with zeros in the other triangle and the ones of Diag::unit
    RegisterId triangle{};
    RegisterId inverse{};  ///< n x n, without its diagonal; zeros in the other triangle
    RegisterId trusted{};  ///< 2 x 1, i32: how accurate the inverse is; see kernels::triangle_trust()
};

/// Appends the inversion of the triangle of A, a square register or window. The other triangle may hold
/// anything. `op` is the op of the solves: if A is complex and `op` is Op::conj_trans, the conjugate of A is
/// inverted.
InvertedTriangle invert(ProgramBuilder& builder, Uplo uplo, Diag diag, RegisterId A, Op op = Op::none);

/// Appends the inversion of several triangles of one order n, side by side in a register of n x (triangles
/// n), with fewer launches than one by one. Throws Error{invalid_argument} if the register does not consist
/// of squares.
std::vector<InvertedTriangle> invert_all(ProgramBuilder& builder, Uplo uplo, Diag diag, RegisterId A,
                                         Op op = Op::none);

/// Solves with inverted triangles and many right-hand sides.
class RegisterTrsm {
  public:
    /// B is m x n: kernels are chosen for this size, as in RegisterGemm.
    RegisterTrsm(const kernels::Database& database, const DeviceModel& device, ElementType type, Side side,
                 Op op, std::int64_t m, std::int64_t n);

    /// Appends B := op(A)^-1 B (Side::left) or B := B op(A)^-1 (Side::right): a product with the inverse if
    /// the inverse is accurate enough, else substitution. Inf and NaN in B propagate as in substitution.
    ///
    /// With `refine`, products are as accurate as substitution: if a triangle is not very well-conditioned,
    /// its product gets a refinement step. This costs next to nothing if it is not needed. Without `refine`,
    /// products may lose a few more digits, which LU factorizations can afford.
    ///
    /// Throws Error{invalid_argument} if types, devices or shapes do not match, or if A was inverted for
    /// another op.
    void append(ProgramBuilder& builder, const InvertedTriangle& A, RegisterId B, bool refine) const;

  private:
    Side side_;
    Op op_;
    RegisterGemm product_;
    InstructionPtr guarded_product_;  ///< with the same kernel
};

/// RegisterTrsm::append() with the kernels chosen for the shape of B.
void solve(ProgramBuilder& builder, Side side, Op op, const InvertedTriangle& A, RegisterId B, bool refine,
           const kernels::Database& database);

}  // namespace hg
