#pragma once

#include "interfaces/dropin/shapes.hpp"

namespace hg::dropin {

/// How a call accesses a matrix, as in a row of interfaces/routines.py.
enum class Access { in, inout, factors, out };

/// A matrix of a call. `data` and `ld` refer to the call's arguments.
template <Access access, class Data, class Size>
struct Matrix {
    static constexpr Access kAccess = access;

    /// The 1-based number of its argument in BLAS and LAPACK. Its leading dimension is the next argument.
    int number;
    Shape shape;
    Data& data;
    Size& ld;
};

template <Access access, class Data, class Size>
constexpr Matrix<access, Data, Size> matrix(int number, Shape shape, Data& data, Size& ld) noexcept {
    return {number, shape, data, ld};
}

}  // namespace hg::dropin
