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

/// Matrix products on registers of one device, emulated by exact products of integers of 8 bits: for devices whose
/// integer matrix units are faster than their arithmetic in f64 or f32. Results C have errors
/// of at most 3 eps sqrt(k + 2) |a| |b|, |a| and |b| being the 2-norms of a row of op(A) and a column of op(B), as hg's tests
/// allow native ones. A product of complex matrices takes three of real ones. See
/// docs/design/emulation.md. If an element is not finite, a product of
/// RegisterGemm takes the place of the emulated one, which is decided on the device.
///
/// What an operand becomes, its residues, is kept for further products with it, or with a window of its lines, until it is
/// written. Copies share what is kept. One object serves one builder.
///
/// Source: K. Ozaki, Y. Uchino, T. Imamura, "Ozaki Scheme II", 2025.
class EmulatedGemm {
  public:
    /// op(A) is m x k, op(B) is k x n. Kernels are chosen for this size, that of a native product included, which takes the
    /// place of one that cannot be emulated; products of other sizes may be appended too. `moduli` of 2 to 18; 0: as many
    /// as the accuracy of the type takes. Throws Error{invalid_argument} if the type is i32, or moduli out of range.
    EmulatedGemm(const kernels::Database& database, const DeviceModel& device, ElementType type, Op op_a,
                 Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, int moduli = 0);

    /// The same, with what is kept, for a product of which one triangle is wanted: c_lower or c_upper.
    [[nodiscard]] EmulatedGemm triangular(kernels::GemmTriangle triangle) const;

    /// The same, with what is kept, whose products of residues have at most `groups` work-groups, if their kernel lets one
    /// choose: so kernels of the device's other queue find room beside them.
    [[nodiscard]] EmulatedGemm with_groups(std::int64_t groups) const;
    /// Seconds that a product of residues takes with as many work-groups as it has. 0 if its kernel does not say.
    [[nodiscard]] double seconds(std::int64_t m, std::int64_t n, std::int64_t k) const;

    /// Makes the residues of operands, for products with windows of their lines. kNoRegister stands for none.
    void prepare(ProgramBuilder& builder, RegisterId A, RegisterId B) const;
    /// Appends C := alpha op(A) op(B) + beta C, as RegisterGemm::append() does.
    void append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                RegisterId C) const;
    /// Appends the same, but if the only element of `info`, i32, is not 0 when the program comes to it, C stays as it is.
    /// alpha and beta are numbers other than 0.
    void append_unless_failed(ProgramBuilder& builder, RegisterId info, Scalar alpha, RegisterId A,
                              RegisterId B, Scalar beta, RegisterId C) const;

    /// The number of moduli.
    [[nodiscard]] int moduli() const noexcept { return moduli_; }

  private:
    [[nodiscard]] std::int64_t depth_of_a(const ProgramBuilder& builder, RegisterId A) const;
    [[nodiscard]] std::int64_t depth_of_b(const ProgramBuilder& builder, RegisterId B) const;
    /// A part of A and B along k, and whether it is the first one.
    using Part = std::function<void(RegisterId, RegisterId, bool)>;
    /// Parts that are no deeper than sums of 32 bits allow.
    void for_parts(ProgramBuilder& builder, std::int64_t depth, RegisterId A, RegisterId B,
                   const Part& part) const;
    /// The products of residues; returns them with whether they are refused.
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
