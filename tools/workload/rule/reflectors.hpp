#pragma once

#include <cstdint>

#include "tools/workload/rule/stored_matrix.hpp"
#include <hg/blas/types.hpp>

namespace hgctl {

/// The reflectors of geqrf(), H_j = I - tau_j v v^H. Below the diagonal, column j of `data` holds v; v has a one on the
/// diagonal, and zeros above it. Q is their product.
template <class T>
struct Reflectors {
    const T* data = nullptr;
    std::int64_t rows = 0;  ///< the order of Q
    std::int64_t count = 0;
    std::int64_t ld = 0;
    const T* tau = nullptr;

    /// x := Q x, for `rows` elements.
    void multiply(Wide<T>* x) const noexcept {
        for (std::int64_t j = count - 1; j >= 0; --j) reflect(j, to_wide<T>(tau[j]), x);
    }
    /// x := Q^H x, likewise.
    void multiply_adjoint(Wide<T>* x) const noexcept {
        for (std::int64_t j = 0; j < count; ++j) reflect(j, conjugate_of(to_wide<T>(tau[j])), x);
    }
    /// v^H v of one of them.
    [[nodiscard]] WidePart<T> square(std::int64_t j) const noexcept {
        WidePart<T> sum = 1;
        for (std::int64_t i = j + 1; i < rows; ++i) sum += squared(element(i, j));
        return sum;
    }

  private:
    [[nodiscard]] Wide<T> element(std::int64_t i, std::int64_t j) const noexcept {
        return to_wide<T>(data[i + j * ld]);
    }
    /// x := x - factor v v^H x
    void reflect(std::int64_t j, Wide<T> factor, Wide<T>* x) const noexcept {
        Wide<T> sum = x[j];
        for (std::int64_t i = j + 1; i < rows; ++i) sum += conjugate_of(element(i, j)) * x[i];
        sum *= factor;
        x[j] -= sum;
        for (std::int64_t i = j + 1; i < rows; ++i) x[i] -= sum * element(i, j);
    }
};

}  // namespace hgctl
