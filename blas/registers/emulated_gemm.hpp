#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Matrix products on registers of one device, emulated by exact products of integers of 8 bits: for devices whose
/// integer matrix units are faster than their arithmetic in f64 or f32. Results are as accurate as those of RegisterGemm
/// in the 2-norms of rows of op(A) and columns of op(B); see docs/emulation.md. If an element is not finite, a product of
/// RegisterGemm takes the place of the emulated one, which is decided on the device.
///
/// What an operand becomes, its residues, is kept for further products with it: an operand must not be written between
/// two products of one object.
///
/// Source: K. Ozaki, Y. Uchino, T. Imamura, "Ozaki Scheme II", 2025.
class EmulatedGemm {
  public:
    /// op(A) is m x k, op(B) is k x n; products of other sizes may be appended too. `native` is what takes the place
    /// of a product that cannot be emulated, of the same operations. `moduli` of 2 to 18; 0: as many as the accuracy of
    /// the type takes. Throws Error{invalid_argument} if the type is neither f32 nor f64, or moduli out of range.
    EmulatedGemm(ElementType type, Op op_a, Op op_b, RegisterGemm native, int moduli = 0);

    /// Appends C := alpha op(A) op(B) + beta C, as RegisterGemm::append() does.
    void append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta, RegisterId C);

    /// The number of moduli.
    [[nodiscard]] int moduli() const noexcept { return moduli_; }

  private:
    /// The residues of an operand, and by which powers of two its lines are multiplied.
    struct Integers {
        RegisterId residues{};
        RegisterId exponents{};
        RegisterId refused{};
    };
    const Integers& integers_of(ProgramBuilder& builder, RegisterId operand, bool lines_are_rows);

    ElementType type_;
    bool rows_of_a_;  ///< the lines of A are its rows
    bool rows_of_b_;
    RegisterGemm native_;
    int moduli_;
    /// Of operands by their lines: a register may be A and B of one product.
    std::map<std::pair<RegisterId, bool>, Integers> integers_{};
};

}  // namespace hg
