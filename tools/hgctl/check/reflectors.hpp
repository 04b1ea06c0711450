#pragma once

#include <cstdint>

#include "tools/hgctl/check/stored_matrix.hpp"
#include <hg/blas/types.hpp>

namespace hgctl {

/// The reflectors of geqrf(), H_j = I - tau_j v v^T. Below the diagonal, column j of `data` holds v; v has a one on the
/// diagonal, and zeros above it. Q is their product.
template <class T>
struct Reflectors {
    const T* data = nullptr;
    std::int64_t rows = 0;  ///< the order of Q
    std::int64_t count = 0;
    std::int64_t ld = 0;
    const T* tau = nullptr;

    /// x := op(Q) x, for `rows` elements.
    void multiply(hg::Op op, Wide<T>* x) const noexcept {
        for (std::int64_t step = 0; step < count; ++step)
            reflect(op == hg::Op::none ? count - 1 - step : step, x);
    }
    /// v^T v of one of them.
    [[nodiscard]] Wide<T> square(std::int64_t j) const noexcept {
        Wide<T> sum = 1;
        for (std::int64_t i = j + 1; i < rows; ++i) sum += element(i, j) * element(i, j);
        return sum;
    }

  private:
    [[nodiscard]] Wide<T> element(std::int64_t i, std::int64_t j) const noexcept { return data[i + j * ld]; }
    /// x := H_j x
    void reflect(std::int64_t j, Wide<T>* x) const noexcept {
        Wide<T> sum = x[j];
        for (std::int64_t i = j + 1; i < rows; ++i) sum += element(i, j) * x[i];
        sum *= tau[j];
        x[j] -= sum;
        for (std::int64_t i = j + 1; i < rows; ++i) x[i] -= sum * element(i, j);
    }
};

}  // namespace hgctl
