#pragma once

#include <cstdint>

#include "host_blas/element_arithmetic.hpp"

namespace hg {

/// A column-major matrix in host memory, or its transpose.
template <class T>
struct HostMatrix {
    HostMatrix(T* elements, std::int64_t leading_dimension, bool transposed = false)
        : data(elements),
          row_step(transposed ? leading_dimension : 1),
          col_step(transposed ? 1 : leading_dimension) {}

    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) const noexcept {
        return data[i * row_step + j * col_step];
    }
    /// Returns the part of the matrix that begins with element (i, j).
    [[nodiscard]] HostMatrix from(std::int64_t i, std::int64_t j) const noexcept {
        HostMatrix part = *this;
        part.data += i * row_step + j * col_step;
        return part;
    }

    T* data;
    std::int64_t row_step, col_step;
};

/// op(X), read-only.
template <class T>
struct HostFactor {
    HostFactor(const T* elements, std::int64_t leading_dimension, bool transposed, bool conjugates)
        : stored(elements, leading_dimension, transposed), conjugated(conjugates) {}

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept {
        return conjugated_if(conjugated, stored(i, j));
    }
    [[nodiscard]] HostFactor from(std::int64_t i, std::int64_t j) const noexcept {
        HostFactor part = *this;
        part.stored = stored.from(i, j);
        return part;
    }

    HostMatrix<const T> stored;
    bool conjugated;
};

/// X := factor X for an m x n matrix X. If factor is 0, X is not read.
template <class T>
void scale_matrix(std::int64_t m, std::int64_t n, T factor, const HostMatrix<T>& x) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) x(i, j) = factor == T{0} ? T{0} : factor * x(i, j);
}

}  // namespace hg
