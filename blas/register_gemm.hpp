#pragma once

#include <array>
#include <cstdint>

#include "blas/types.hpp"
#include "kernels/database.hpp"
#include "runtime/program/builder.hpp"

namespace hg {

/// Matrix products on registers with the kernel that the database holds best for a device and a shape: one
/// instruction, or several parts of the sum over k and the instruction that adds them up.
class RegisterGemm {
  public:
    /// op(A) is m x k, op(B) k x n: the size that the kernel is chosen for; others may be appended. Kernels
    /// differ in the order of their sums: use one RegisterGemm, or equal sizes, where results must have the
    /// same bits. The sum over k is not divided where the parts would take more than a quarter of the
    /// device's memory. Throws Error{invalid_argument} for a type other than f32 and f64.
    RegisterGemm(const kernels::Database& database, const DeviceModel& device, ElementType type, Op op_a,
                 Op op_b, std::int64_t m, std::int64_t n, std::int64_t k);

    /// C := alpha op(A) op(B) + beta C on registers of one device; beta = 0, as a constant, does not read C,
    /// and alpha = 0, as a constant, neither A nor B. Throws Error{invalid_argument} where the registers'
    /// types or devices do not fit, Error{invalid_program} where their shapes do not.
    void append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                RegisterId C) const;

    [[nodiscard]] const kernels::GemmChoice& choice() const noexcept { return choice_; }

  private:
    kernels::GemmChoice choice_;
    std::array<InstructionPtr, 2> product_;  ///< C is read; C is only written
    std::array<InstructionPtr, 2> sum_;      ///< likewise; null where the sum over k is not divided
};

/// C := alpha op(A) op(B) + beta C on registers, with the kernel chosen for their shapes.
/// op(A) is m x k, op(B) k x n, C m x n elements; all three in registers of one device, C apart from A and B.
/// alpha and beta are numbers or scalars of the program; a beta that is the number 0 does not read C, an
/// alpha that is neither A nor B. Registers whose leading dimension is padded_ld() serve the kernels best.
/// Throws Error{invalid_argument} where shapes, types or devices do not fit.
void gemm(ProgramBuilder& builder, Op op_a, Op op_b, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
          RegisterId C, const kernels::Database& database = kernels::Database::shipped());

/// A leading dimension for `rows` elements such that every column of a register begins on a boundary of 128
/// bytes: what copies of 16 bytes and whole memory transactions want.
std::int64_t padded_ld(std::int64_t rows, ElementType type) noexcept;

}  // namespace hg
