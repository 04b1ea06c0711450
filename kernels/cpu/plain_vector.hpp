#pragma once

#include "kernels/cpu/plain_product.hpp"

namespace hg::kernels {

/// A vector of BLAS: its first element is the last one in memory if the increment is negative.
template <class T>
struct Vector {
    Vector(T* data, Index count, Index increment)
        : first(increment < 0 && count > 0 ? data - (count - 1) * increment : data), step(increment) {}

    [[nodiscard]] T& operator[](Index i) const noexcept { return first[i * step]; }

    T* first;
    Index step;
};

}  // namespace hg::kernels
