#pragma once

#include <optional>

#include <hg/kernels/database.hpp>
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/builder.hpp>

/// Level 1 of BLAS on registers, without a way through host memory: results are registers, and coefficients may be.
///
/// A vector of n elements is a register or window of n x 1; or of 1 x n, whose leading dimension is BLAS's
/// increment: `builder.reg(0, type, 1, n, 3)` is a vector with increment 3. With VectorOptions::reversed the second
/// vector counts from its end, as with increments of different signs. Vectors of no elements are no registers.
///
/// All are f32, f64, c32 or c64, of one type and on one device. Results of nrm2 and asum are real, and so are coefficients of
/// rot and real_scal. A vector that is written must not overlap another one. NaN and
/// Inf spread as in the reference BLAS.
///
/// Every function throws Error{invalid_argument} if types or devices do not fit, if registers overlap, or if a result
/// is not of 1 x 1; Error{invalid_program} if other shapes do not fit. The program is then as it was.
namespace hg {

/// A number of scal, real_scal, axpy and rot: factor * of / over, of which the last two are registers of 1 x 1 if they are
/// given. So an earlier dot serves without a way to the host: {-1.0, rr, pq} is -(r, r) / (p, q).
struct Coefficient {
    // NOLINTBEGIN(google-explicit-constructor): numbers and registers read as such
    Coefficient(double number) : factor(number) {}         ///< a number
    Coefficient(const Scalar& scalar) : factor(scalar) {}  ///< a number, or a scalar of the program
    /// factor * of / over
    Coefficient(const Scalar& scalar, RegisterId numerator, RegisterId denominator = kNoRegister)
        : factor(scalar), of(numerator), over(denominator) {}
    Coefficient(RegisterId numerator) : of(numerator) {}  ///< what the register holds
    // NOLINTEND(google-explicit-constructor)

    Scalar factor = 1.0;            ///< 1 if only registers are given
    RegisterId of = kNoRegister;    ///< 1 x 1; kNoRegister: 1
    RegisterId over = kNoRegister;  ///< 1 x 1, beside `of` alone; kNoRegister: 1
};

/// What the functions take beside their vectors.
struct VectorOptions {
    bool reversed = false;  ///< x(i) meets y(n - 1 - i); for functions of two vectors
    /// How kernels divide their work. None: as the database has it for the nearest n, else as suits the device.
    std::optional<kernels::VectorBlocking> blocking{};
    /// Of tuned kernels. It is asked by the call alone. Null: none.
    const kernels::Database* database = &kernels::Database::shipped();
};

/// Appends y := x.
void copy(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options = {});

/// Appends x, y := y, x.
void swap(ProgramBuilder& builder, RegisterId x, RegisterId y, const VectorOptions& options = {});

/// Appends x := alpha x. NaN and Inf in x stay NaN and become NaN if alpha is 0.
void scal(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, const VectorOptions& options = {});

/// Appends x := alpha x with a complex x and a real alpha: a part of x that is NaN or Inf does not reach the other one.
void real_scal(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x,
               const VectorOptions& options = {});

/// Appends y := alpha x + y. If alpha is 0, y stays as it is, whatever x holds.
void axpy(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y,
          const VectorOptions& options = {});

/// Appends x, y := c x + s y, c y - s x. Both coefficients are numbers, or both have a register `of`; none may have
/// `over`.
void rot(ProgramBuilder& builder, RegisterId x, RegisterId y, const Coefficient& c, const Coefficient& s,
         const VectorOptions& options = {});

/// Appends result := sum of x(i) y(i). `result` is 1 x 1. x may be y.
///
/// The bits of this and of the other sums depend on n, the type and the blocking alone. The blocking of a database depends
/// on n, the type and the device.
void dot(ProgramBuilder& builder, RegisterId x, RegisterId y, RegisterId result,
         const VectorOptions& options = {});

/// Appends result := sum of conj(x(i)) y(i) of complex vectors, else as dot().
void dotc(ProgramBuilder& builder, RegisterId x, RegisterId y, RegisterId result,
          const VectorOptions& options = {});

/// Appends result := square root of the sum of |x(i)|^2, without overflow or underflow on the way. `result` is 1 x 1.
void nrm2(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options = {});

/// Appends result := sum of |x(i)|, of complex x(i) the sum of both parts' magnitudes. `result` is 1 x 1.
void asum(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options = {});

/// Appends result := the least i, counted from 0, of largest |x(i)|, as asum() has it. `result` is 1 x 1 of i32. NaN is passed over
/// except in x(0), which then is the result, as in the reference BLAS.
void iamax(ProgramBuilder& builder, RegisterId x, RegisterId result, const VectorOptions& options = {});

}  // namespace hg
