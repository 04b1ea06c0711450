#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <hg/blas/registers/emulated_gemm.hpp>
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// The room that products in EXEC leave for kernels in EXEC2. A kernel of one queue starts when all
/// work-groups of the preceding kernels, of both queues, have started. A product may therefore have no more
/// work-groups than there are compute units left.
struct RoomBeside {
    double seconds = 0;       ///< how long kernels of EXEC2 need the room
    std::int64_t groups = 0;  ///< work-groups that a product may have during that time
};

/// Matrix products on registers of one device, native (RegisterGemm) or emulated (EmulatedGemm), as a routine
/// asks. Copies share the residues of operands. Use one object per builder.
class RegisterProduct {
  public:
    /// op(A) is m x k, op(B) is k x n. Kernels are chosen for this size; you may also append products of
    /// other sizes. Products are emulated if `arithmetic` is Arithmetic::emulated and the device has f64;
    /// otherwise they are native. Throws Error{invalid_argument} if the type is i32.
    RegisterProduct(const kernels::Database& database, const DeviceModel& device, ElementType type,
                    Arithmetic arithmetic, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k);

    /// Returns the same for products of which one triangle is wanted, c_lower or c_upper. Sums over k are
    /// undivided.
    [[nodiscard]] RegisterProduct triangular(kernels::GemmTriangle triangle) const;
    /// Returns the same with undivided sums over k.
    [[nodiscard]] RegisterProduct undivided() const;

    /// Appends C := alpha op(A) op(B) + beta C, as RegisterGemm::append() does.
    void append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                RegisterId C) const;
    /// Appends the same as several products: first parts of C that leave `room`, which is counted down, then
    /// the rest once the room is no longer needed. Each element has the same bits as in a single product.
    void append_beside(ProgramBuilder& builder, RoomBeside& room, Scalar alpha, RegisterId A, RegisterId B,
                       Scalar beta, RegisterId C) const;
    /// Prepares what emulated products op(A) op(B) need of A and of B, or of one of them, for products with
    /// parts of that operand. Pass kNoRegister for the other operand.
    void prepare(ProgramBuilder& builder, RegisterId A, RegisterId B) const;
    /// Appends C := alpha op(A) op(B) + beta C, which is skipped if the only element of `info` (i32) is not 0
    /// when the program reaches it. alpha and beta must be numbers other than 0.
    void append_unless_failed(ProgramBuilder& builder, RegisterId info, Scalar alpha, RegisterId A,
                              RegisterId B, Scalar beta, RegisterId C) const;
    /// The same in parts, as in append_beside().
    void append_beside_unless_failed(ProgramBuilder& builder, RoomBeside& room, RegisterId info, Scalar alpha,
                                     RegisterId A, RegisterId B, Scalar beta, RegisterId C) const;

    /// Returns the kernel of native products.
    [[nodiscard]] const kernels::GemmChoice& choice() const noexcept { return native_.choice(); }

  private:
    /// A part of C.
    struct Window {
        std::int64_t row = 0, col = 0, rows = 0, cols = 0;
    };
    using AppendWindow = std::function<void(const RegisterProduct&, const Window&)>;
    /// Appends one product: of A, B and C.
    using Append = std::function<void(const RegisterProduct&, RegisterId, RegisterId, RegisterId)>;

    void in_parts(ProgramBuilder& builder, RoomBeside& room, RegisterId A, RegisterId B, RegisterId C,
                  const Append& append) const;
    void in_native_parts(const Register& c, std::int64_t depth, const DeviceModel& device, RoomBeside& room,
                         const AppendWindow& append) const;
    void in_emulated_parts(const Register& c, std::int64_t depth, RoomBeside& room,
                           const AppendWindow& append) const;

    bool rows_of_a_;  ///< op(A) has the rows of A
    bool cols_of_b_;  ///< op(B) has the columns of B
    RegisterGemm native_;
    kernels::GemmTriangle triangle_ = kernels::GemmTriangle::none;
    std::optional<EmulatedGemm> emulated_;  ///< none: all products are native
};

}  // namespace hg
