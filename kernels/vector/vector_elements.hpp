#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "host_blas/element_arithmetic.hpp"
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg::kernels {

/// x(0), x(1), ... of a register.
template <class T>
class Elements {
  public:
    explicit Elements(const HostOperand& x, bool reversed = false)
        : first_(x.as<T>()), stride_(x.rows == 1 ? x.ld : 1), n_(x.rows * x.cols) {
        if (!reversed) return;
        first_ += (n_ - 1) * stride_;
        stride_ = -stride_;
    }
    [[nodiscard]] T& operator[](std::int64_t i) const { return first_[i * stride_]; }
    [[nodiscard]] std::int64_t size() const { return n_; }

  private:
    T* first_;
    std::int64_t stride_;
    std::int64_t n_;
};

/// The element of a register of 1 x 1.
template <class T>
T element(const HostOperand& x) {
    return x.as<T>()[0];
}

/// factor, factor a, or factor a / b: `kind` says which. a and b are operands from number `first` on.
template <class T>
T coefficient(VectorCoefficient kind, const ScalarValue& factor, std::span<const HostOperand> operands,
              std::size_t first) {
    T value = factor.as<T>();
    if (kind != VectorCoefficient::number) value = multiply(value, element<T>(operands[first]));
    if (kind == VectorCoefficient::quotient) value = quotient(value, element<T>(operands[first + 1]));
    return value;
}

}  // namespace hg::kernels
