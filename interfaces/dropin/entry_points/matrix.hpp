#pragma once

#include "interfaces/dropin/shapes.hpp"

namespace hg::dropin {

/// What a call does with a matrix, as a row of interfaces/routines.py says it.
enum class Access { in, inout, factors, out };

/// A matrix of a call. `data` and `ld` are those in the call's arguments.
template <Access access, class Data, class Size>
struct Matrix {
    static constexpr Access kAccess = access;

    /// Of its argument in BLAS and LAPACK, counted from 1. Its leading dimension is the next one.
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
