#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// A triangle in a device's memory and its inverse, for solves by products.
struct InvertedTriangle {
    Uplo uplo = Uplo::lower;     ///< which triangle it is
    Diag diag = Diag::non_unit;  ///< whether its diagonal is taken as ones
    bool conjugated = false;     ///< it is the conjugate of A's
    RegisterId triangle{};       ///< n x n: a copy; zeros in the other triangle, and the ones of Diag::unit
    RegisterId inverse{};        ///< n x n, without its diagonal; zeros in the other triangle
    RegisterId trusted{};        ///< 2 x 1, i32: how far it is trusted; see kernels::triangle_trust()
};

/// Appends the inversion of the triangle of A, a square register or window. The other
/// triangle may hold anything. `op` is that of the solves: of a complex A it is the conjugate that is inverted for
/// Op::conj_trans.
InvertedTriangle invert(ProgramBuilder& builder, Uplo uplo, Diag diag, RegisterId A, Op op = Op::none);

/// The same for several triangles of one order n, side by side in a register of n x (triangles n), in fewer launches than one
/// by one. Throws Error{invalid_argument} for a register that does not consist of squares.
std::vector<InvertedTriangle> invert_all(ProgramBuilder& builder, Uplo uplo, Diag diag, RegisterId A,
                                         Op op = Op::none);

/// Solves with inverted triangles and many right-hand sides.
class RegisterTrsm {
  public:
    /// B is m x n: kernels are chosen for this size, as in RegisterGemm.
    RegisterTrsm(const kernels::Database& database, const DeviceModel& device, ElementType type, Side side,
                 Op op, std::int64_t m, std::int64_t n);

    /// Appends B := op(A)^-1 B (Side::left) or B := B op(A)^-1 (Side::right): a product with the inverse if
    /// the inverse can be trusted, else substitution. Inf and NaN in B spread as by substitution.
    ///
    /// With `refine`, products are as accurate as substitution: if a triangle is not very well-conditioned,
    /// its product gets a step of refinement. It costs next to nothing if it is not needed. Without `refine`,
    /// products may lose some more digits, as LU factorizations can afford.
    ///
    /// Throws Error{invalid_argument} if types, devices or shapes do not fit, or if A was inverted for another op.
    void append(ProgramBuilder& builder, const InvertedTriangle& A, RegisterId B, bool refine) const;

  private:
    Side side_;
    Op op_;
    RegisterGemm product_;
    InstructionPtr guarded_product_;  ///< of the same kernel
};

/// RegisterTrsm::append() with the kernels chosen for the shape of B.
void solve(ProgramBuilder& builder, Side side, Op op, const InvertedTriangle& A, RegisterId B, bool refine,
           const kernels::Database& database);

}  // namespace hg
