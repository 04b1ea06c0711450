#pragma once

#include <hg/kernels/gemm_parameters.hpp>

namespace hg::kernels {

/// Whether op(A) is triangular.
constexpr bool is_of_a(GemmTriangle triangle) noexcept {
    return triangle == GemmTriangle::a_lower || triangle == GemmTriangle::a_upper;
}

/// Whether op(B) is triangular.
constexpr bool is_of_b(GemmTriangle triangle) noexcept {
    return triangle == GemmTriangle::b_lower || triangle == GemmTriangle::b_upper;
}

/// Whether only a triangle of C is wanted.
constexpr bool is_of_c(GemmTriangle triangle) noexcept {
    return triangle == GemmTriangle::c_lower || triangle == GemmTriangle::c_upper;
}

}  // namespace hg::kernels
