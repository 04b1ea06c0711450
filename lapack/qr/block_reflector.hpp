#pragma once

#include <cstdint>

#include <hg/blas/registers/product.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Q = I - V T V^H in a device's memory, a product of reflectors. V is unit lower trapezoidal, with its ones
/// and zeros, T upper triangular, with zeros below.
struct BlockReflector {
    RegisterId V = kNoRegister;
    RegisterId T = kNoRegister;
};

/// Sizes that kernels are chosen for.
struct ReflectorSizes {
    std::int64_t rows = 0;   ///< of V
    std::int64_t width = 0;  ///< columns of V
    std::int64_t other = 0;  ///< columns of C (Side::left) or rows (Side::right)
};

/// Products with block reflectors.
class ReflectorProduct {
  public:
    ReflectorProduct(const kernels::Database& database, const DeviceModel& device, ElementType type,
                     Side side, Op op, const ReflectorSizes& sizes,
                     Arithmetic arithmetic = Arithmetic::native);

    /// Appends C := op(Q) C (Side::left) or C := C op(Q) (Side::right). `op` is none, or the adjoint() of the
    /// type.
    void append(ProgramBuilder& builder, const BlockReflector& Q, RegisterId C) const;

  private:
    Side side_;
    Op op_;
    RegisterProduct times_v_;   ///< V^H C or C V
    RegisterGemm times_t_;      ///< op(T) W or W op(T)
    RegisterProduct subtract_;  ///< C - V W or C - W V^H
};

/// Makes T of V and tau.
class ReflectorTriangle {
  public:
    ReflectorTriangle(const kernels::Database& database, const DeviceModel& device, ElementType type,
                      std::int64_t rows, std::int64_t width);

    /// Returns T, a register. tau has an element a column of V.
    RegisterId append(ProgramBuilder& builder, RegisterId V, RegisterId tau) const;

  private:
    RegisterGemm product_;
};

}  // namespace hg
