#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

class OperandResidues;

/// Matrix products on registers of one device, emulated by exact products of 8-bit integers. They serve
/// devices whose integer matrix units are faster than their f64 or f32 arithmetic. The error of an element of
/// C is at most 3 eps sqrt(k + 2) |a| |b|, where |a| and |b| are the 2-norms of a row of op(A) and a column
/// of op(B); hg's tests allow the same for native products. A product of complex matrices takes three real
/// ones. See docs/design/emulation.md. If an element is not finite, a RegisterGemm product replaces the
/// emulated one; the device makes this decision.
///
/// hg caches the residues of an operand for further products with the operand, or with a window of its lines,
/// until the operand is written. Copies share this cache. Use one object per builder.
///
/// Source: K. Ozaki, Y. Uchino, T. Imamura, "Ozaki Scheme II", 2025.
class EmulatedGemm {
  public:
    /// op(A) is m x k, op(B) is k x n. Kernels are chosen for this size, including the native product that
    /// replaces a product that cannot be emulated. You may also append products of other sizes. `moduli` is 2
    /// to 18, or 0 for as many as the accuracy of the type requires. Throws Error{invalid_argument} if the
    /// type is i32 or `moduli` is out of range.
    EmulatedGemm(const kernels::Database& database, const DeviceModel& device, ElementType type, Op op_a,
                 Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, int moduli = 0);

    /// Returns a copy that shares the cache, for products of which only one triangle is wanted: c_lower or
    /// c_upper.
    [[nodiscard]] EmulatedGemm triangular(kernels::GemmTriangle triangle) const;

    /// Returns a copy that shares the cache and whose products of residues have at most `groups` work-groups,
    /// if their kernel allows a choice. This leaves room for kernels of the device's other queue.
    [[nodiscard]] EmulatedGemm with_groups(std::int64_t groups) const;
    /// Returns the seconds that a product of residues takes with its number of work-groups, or 0 if its
    /// kernel does not tell.
    [[nodiscard]] double seconds(std::int64_t m, std::int64_t n, std::int64_t k) const;

    /// Computes the residues of operands, for products with windows of their lines. kNoRegister means no
    /// operand.
    void prepare(ProgramBuilder& builder, RegisterId A, RegisterId B) const;
    /// Appends C := alpha op(A) op(B) + beta C, as RegisterGemm::append() does.
    void append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                RegisterId C) const;
    /// Appends the same product. If the only element of `info` (i32) is not 0 when the program reaches the
    /// product, C is unchanged. alpha and beta must be numbers other than 0.
    void append_unless_failed(ProgramBuilder& builder, RegisterId info, Scalar alpha, RegisterId A,
                              RegisterId B, Scalar beta, RegisterId C) const;

    /// Returns the number of moduli.
    [[nodiscard]] int moduli() const noexcept { return moduli_; }

  private:
    [[nodiscard]] std::int64_t depth_of_a(const ProgramBuilder& builder, RegisterId A) const;
    [[nodiscard]] std::int64_t depth_of_b(const ProgramBuilder& builder, RegisterId B) const;
    /// Called with a part of A and of B along k, and whether it is the first part.
    using Part = std::function<void(RegisterId, RegisterId, bool)>;
    /// Divides k into parts small enough for 32-bit sums.
    void for_parts(ProgramBuilder& builder, std::int64_t depth, RegisterId A, RegisterId B,
                   const Part& part) const;
    /// The products of residues, and whether they are refused.
    struct Products;
    [[nodiscard]] Products multiply(ProgramBuilder& builder, RegisterId A, RegisterId B, RegisterId C) const;
    void add_up(ProgramBuilder& builder, const Products& products, Scalar alpha, RegisterId A, RegisterId B,
                Scalar beta, RegisterId C) const;

    ElementType type_;
    Op op_a_;
    Op op_b_;
    RegisterGemm native_;
    kernels::GemmTriangle triangle_ = kernels::GemmTriangle::none;
    int moduli_;
    InstructionPtr product_;
    std::shared_ptr<OperandResidues> residues_;
};

}  // namespace hg
