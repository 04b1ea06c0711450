#pragma once

#include <cstdint>
#include <functional>

namespace hg::kernels {

/// A matrix in ordinary memory: element (i, j) lies at data[i row_step + j col_step].
template <class T>
struct SteppedMatrix {
    T* data;
    std::int64_t row_step, col_step;

    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) const noexcept {
        return data[i * row_step + j * col_step];
    }
};

/// A panel of A = L D L^T or L D L^H, with the operands of kernels::ldl_panel(). If A is upper, steps are
/// negative, and rows and columns are counted from the last one.
template <class T>
struct LdlPanel {
    bool hermitian;
    std::int64_t n;      ///< order of A
    std::int64_t width;  ///< columns of W and L
    SteppedMatrix<T> A, W, L, V;
    std::int64_t columns;  ///< of the panel; one more is factored if a block of order 2 reaches into it
    std::int64_t begin;    ///< the first column that is factored: 0 or 1
};

/// A block of D.
struct LdlPivot {
    std::int64_t k;  ///< its first column
    int order;       ///< 1 or 2
    std::int64_t r;  ///< the column that its last one is interchanged with
};

/// Factors a panel as kernels::ldl_panel() does, with found(pivot) for each block of D. Returns the first
/// column that is not factored. Made for float, double and the complex numbers of both.
template <class T>
std::int64_t factor_ldl(const LdlPanel<T>& panel, const std::function<void(const LdlPivot&)>& found);

}  // namespace hg::kernels
