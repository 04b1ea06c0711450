#pragma once

#include <cstdint>

#include "lapack/cholesky/cholesky_layout.hpp"
#include <hg/blas/registers/product.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// What a Cholesky factorization does on registers of one device. All matrices are parts of L, or their
/// adjoints if it is stored so. Nothing is done if `info` tells of a failure.
class CholeskyKernels {
  public:
    /// Kernels are chosen for the layout's sizes. The builder must outlive the object.
    CholeskyKernels(ProgramBuilder& builder, const CholeskyProblem& problem, const CholeskyLayout& layout,
                    const kernels::Database& database, DeviceIndex device);

    /// C := C - A B^H, from the diagonal in C's first element down.
    void subtract(RegisterId info, RegisterId A, RegisterId B, RegisterId C) const;
    /// C := C - A A^H for a panel's diagonal block.
    void subtract_block(RegisterId info, RegisterId A, RegisterId C) const;
    /// C := C - A B^H, all of C, beside kernels in EXEC2 that need some room.
    void subtract_below(RegisterId info, RegisterId A, RegisterId B, RegisterId C, RoomBeside& room) const;
    /// A = L L^H for a diagonal block that begins with this column of the matrix. Returns L, which is not
    /// transposed.
    RegisterId factor(RegisterId info, RegisterId A, std::int64_t first) const;
    /// The room that factoring and inverting a diagonal block of n columns needs in EXEC2.
    [[nodiscard]] RoomBeside room(std::int64_t n) const;
    /// What solves with it.
    [[nodiscard]] InvertedTriangle inverted(RegisterId info, RegisterId L) const;
    /// B := B L^-H
    void solve(const InvertedTriangle& L, RegisterId B) const { solve_.append(builder_, L, B, false); }

  private:
    void factor_lower(RegisterId info, RegisterId A, std::int64_t first) const;
    void mirror(RegisterId from, bool upper, RegisterId to) const;

    ProgramBuilder& builder_;
    ElementType type_;
    DeviceIndex device_;
    bool transposed_;
    RegisterProduct product_;
    RegisterProduct triangle_;  ///< of which the triangle is wanted
    RegisterProduct block_;     ///< likewise, of a panel's columns alone
    InstructionPtr product_in_block_;
    RegisterTrsm solve_;
};

}  // namespace hg
