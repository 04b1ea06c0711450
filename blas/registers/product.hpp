#pragma once

#include <optional>

#include <hg/blas/registers/emulated_gemm.hpp>
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// `wanted`, but for Arithmetic::automatic: then the one that is sooner for products of these sizes on a device, by
/// measured rates. op(A) is m x k, op(B) is k x n.
Arithmetic resolved(Arithmetic wanted, const DeviceModel& device, ElementType type, std::int64_t m,
                    std::int64_t n, std::int64_t k);

/// Matrix products on registers of one device, native or emulated, as a routine wants them: a RegisterGemm, or an
/// EmulatedGemm. Copies share the residues of operands. One object serves one builder.
class RegisterProduct {
  public:
    /// op(A) is m x k, op(B) is k x n. Kernels are chosen for this size; products of other sizes may be appended too. With
    /// Arithmetic::automatic, each product is done as is sooner for its own sizes. Devices without f64 do native products
    /// alone. Throws Error{invalid_argument} if the type is neither f32 nor f64.
    RegisterProduct(const kernels::Database& database, const DeviceModel& device, ElementType type,
                    Arithmetic arithmetic, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k);

    /// The same for products of which one triangle is wanted: c_lower or c_upper. Sums over k are in one piece.
    [[nodiscard]] RegisterProduct triangular(kernels::GemmTriangle triangle) const;
    /// The same with sums over k in one piece.
    [[nodiscard]] RegisterProduct undivided() const;

    /// Appends C := alpha op(A) op(B) + beta C, as RegisterGemm::append() does.
    void append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                RegisterId C) const;
    /// Appends C := alpha op(A) op(B) + beta C, which is not done if the only element of `info`, i32, is not 0 when the
    /// program comes to it. alpha and beta are numbers other than 0.
    void append_unless_failed(ProgramBuilder& builder, RegisterId info, Scalar alpha, RegisterId A,
                              RegisterId B, Scalar beta, RegisterId C) const;

    /// The kernel of native products.
    [[nodiscard]] const kernels::GemmChoice& choice() const noexcept { return native_.choice(); }

  private:
    /// Whether op(A) op(B) is emulated.
    [[nodiscard]] bool emulates(const ProgramBuilder& builder, RegisterId A, RegisterId C) const;

    Arithmetic arithmetic_;
    bool rows_of_a_;  ///< op(A) has the rows of A
    RegisterGemm native_;
    kernels::GemmTriangle triangle_ = kernels::GemmTriangle::none;
    std::optional<EmulatedGemm> emulated_;  ///< none: all products are native
};

}  // namespace hg
