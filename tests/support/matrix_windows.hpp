#pragma once

#include <cstdint>

#include "support/vector_runs.hpp"

/// Windows of matrices in programs on vectors.
namespace hg::test {

/// A matrix of m x n elements that begins at row 16 of a larger one, whose other elements must stay as they
/// are. With `aligned` its columns begin at multiples of 64 bytes, and it begins at column 1.
template <class T>
struct WindowedMatrix {
    WindowedMatrix(std::int64_t m, std::int64_t n, bool aligned, unsigned seed)
        : rows(m),
          cols(n),
          col(aligned ? 1 : 0),
          whole(Layout::col_major, aligned ? (kRow + m + 15) / 16 * 16 : (kRow + m) | 1, n + col, 0, seed) {}

    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) { return whole(kRow + i, col + j); }
    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const { return whole(kRow + i, col + j); }

    /// The register of the window, loaded, and stored after the run.
    [[nodiscard]] RegisterId in(VectorRun& run) {
        const RegisterId reg = run.matrix(whole.data, whole.rows, whole.cols);
        return run.builder.window(reg, kRow, col, rows, cols);
    }

    static constexpr std::int64_t kRow = 16;
    std::int64_t rows, cols, col;
    Matrix<T> whole;
};

}  // namespace hg::test
