#pragma once

#include <array>
#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Matrix products on registers, with the best kernel that the database has for a device and a shape. A
/// product is one instruction, or several parts of the sum over k plus the instruction that adds them up.
class RegisterGemm {
  public:
    /// op(A) is m x k, op(B) is k x n. The kernel is chosen for this size; you may also append products of
    /// other sizes. Kernels differ in the order of their sums: if results must have the same bits, use one
    /// RegisterGemm, or equal sizes. The sum over k is not divided if its parts would take more than a
    /// quarter of the device's memory. Throws Error{invalid_argument} if the type is i32.
    RegisterGemm(const kernels::Database& database, const DeviceModel& device, ElementType type, Op op_a,
                 Op op_b, std::int64_t m, std::int64_t n, std::int64_t k);

    /// Returns the same kernel with an undivided sum over k, for a product of which one triangle is wanted,
    /// or of which one factor is a triangle.
    [[nodiscard]] RegisterGemm undivided(kernels::GemmTriangle triangle = kernels::GemmTriangle::none) const;

    /// Returns the instruction of the same kernel with an undivided sum over k, which does nothing if its
    /// guard says so. Its operands are A, B, C and guard; its scalars are alpha, beta and wanted. See
    /// kernels::GemmParameters.
    [[nodiscard]] InstructionPtr guarded(kernels::GemmTriangle triangle = kernels::GemmTriangle::none) const;

    /// Appends C := alpha op(A) op(B) + beta C on registers of one device. If beta is the constant 0, C is
    /// not read. If alpha is the constant 0, A and B are not read. Throws Error{invalid_argument} if the
    /// registers' types or devices do not match, and Error{invalid_program} if their shapes do not match.
    void append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                RegisterId C) const;

    /// Returns the chosen kernel and the reason for the choice.
    [[nodiscard]] const kernels::GemmChoice& choice() const noexcept { return choice_; }

  private:
    explicit RegisterGemm(kernels::GemmChoice choice);

    kernels::GemmChoice choice_;
    std::array<InstructionPtr, 2> product_;  ///< first: C is read; second: C is only written
    std::array<InstructionPtr, 2> sum_;      ///< the same; null if the sum over k is not divided
};

/// Appends C := alpha op(A) op(B) + beta C on registers, with the kernel chosen for their shapes. op(A) is m
/// x k, op(B) is k x n, and C is m x n elements. All three are registers of one device. C must not overlap A
/// or B.
///
/// alpha and beta are numbers or scalars of the program. If beta is the number 0, C is not read. If alpha is
/// the number 0, A and B are not read. Kernels are fastest on registers whose leading dimension is
/// padded_ld().
///
/// Throws Error{invalid_argument} if shapes, types or devices do not match.
void gemm(ProgramBuilder& builder, Op op_a, Op op_b, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
          RegisterId C, const kernels::Database& database = kernels::Database::shipped());

/// Returns a leading dimension of at least `rows` elements with which every column of a register begins at a
/// multiple of 128 bytes. 16-byte copies and whole memory transactions need such columns.
std::int64_t padded_ld(std::int64_t rows, ElementType type) noexcept;

}  // namespace hg
