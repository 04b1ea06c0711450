#pragma once

#include <optional>

#include <hg/kernels/database.hpp>
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/builder.hpp>

/// BLAS level 1 in registers, without a round trip through host memory: results are registers, and
/// coefficients may be.
///
/// A vector of n elements is an n x 1 register or window; or a 1 x n one, whose leading dimension is BLAS's
/// increment: `builder.reg(0, type, 1, n, 3)` is a vector with increment 3. With VectorOptions::reversed the
/// second vector is traversed from its end, as with increments of different signs. Empty vectors are not
/// registers.
///
/// All vectors are f32, f64, c32 or c64, of the same type and on the same device. Results of nrm2 and asum
/// are real, and so are coefficients of rot and real_scal. A vector that is written must not overlap another
/// one. NaN and Inf propagate as in the reference BLAS.
///
/// Every function throws Error{invalid_argument} if types or devices do not match, if registers overlap, or
/// if a result is not 1 x 1. It throws Error{invalid_program} if other shapes do not match. The program is
/// then unchanged.
namespace hg {

/// A coefficient of scal, real_scal, axpy or rot: factor * of / over, where `of` and `over` are optional 1 x
/// 1 registers. So you can use an earlier dot without a round trip to the host: {-1.0, rr, pq} is -(r, r) /
/// (p, q).
struct Coefficient {
    // NOLINTBEGIN(google-explicit-constructor): numbers and registers read as such
    Coefficient(double number) : factor(number) {}         ///< a number
    Coefficient(const Scalar& scalar) : factor(scalar) {}  ///< a number, or a scalar of the program
    /// factor * of / over
    Coefficient(const Scalar& scalar, RegisterId numerator, RegisterId denominator = kNoRegister)
        : factor(scalar), of(numerator), over(denominator) {}
    Coefficient(RegisterId numerator) : of(numerator) {}  ///< the value in the register
    // NOLINTEND(google-explicit-constructor)

    Scalar factor = 1.0;            ///< 1 if only registers are given
    RegisterId of = kNoRegister;    ///< 1 x 1; kNoRegister: 1
    RegisterId over = kNoRegister;  ///< 1 x 1, only together with `of`; kNoRegister: 1
};

/// Options of the functions below.
struct VectorOptions {
    bool reversed = false;  ///< pairs x(i) with y(n - 1 - i); for functions of two vectors
    /// How kernels divide their work. If empty, hg uses the database's blocking for the nearest n, or else
    /// one that suits the device.
    std::optional<kernels::VectorBlocking> blocking{};
    /// Tuned kernels. Used only during the call. Null means none.
    const kernels::Database* database = &kernels::Database::shipped();
};

/// Appends y := x.
void copy(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options = {});

/// Appends x, y := y, x.
void swap(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options = {});

/// Appends x := alpha x. If alpha is 0, NaN in x remains NaN and Inf in x becomes NaN.
void scal(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, const VectorOptions& options = {});

/// Appends x := alpha x with a complex x and a real alpha. If one part of an element is NaN or Inf, the other
/// part is not affected.
void real_scal(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x,
               const VectorOptions& options = {});

/// Appends y := alpha x + y. If alpha is 0, y is unchanged, whatever x holds.
void axpy(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y,
          const VectorOptions& options = {});

/// Appends x, y := c x + s y, c y - s x. Either both coefficients are numbers, or both have a register `of`.
/// Neither may have `over`.
void rot(ProgramBuilder& builder, RegisterId x, RegisterId y, const Coefficient& c, const Coefficient& s,
         const VectorOptions& options = {});

/// Appends result := sum of x(i) y(i). `result` is 1 x 1. x may be y.
///
/// The bits of this sum and of the other sums depend only on n, the type and the blocking. The blocking that
/// a database chooses depends on n, the type and the device.
void dot(ProgramBuilder& builder, RegisterId x, RegisterId y, RegisterId result,
         const VectorOptions& options = {});

/// Appends result := sum of conj(x(i)) y(i) for complex vectors. Otherwise as dot().
void dotc(ProgramBuilder& builder, RegisterId x, RegisterId y, RegisterId result,
          const VectorOptions& options = {});

/// Appends result := square root of the sum of |x(i)|^2, without intermediate overflow or underflow. `result`
/// is 1 x 1.
void nrm2(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options = {});

/// Appends result := sum of |x(i)|. For a complex x(i), |x(i)| is the sum of the magnitudes of both parts.
/// `result` is 1 x 1.
void asum(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options = {});

/// Appends result := the smallest 0-based index i with the largest |x(i)|, defined as in asum(). `result` is
/// 1 x 1 of i32. NaN is ignored except in x(0), whose index is then the result, as in the reference BLAS.
void iamax(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options = {});

}  // namespace hg
