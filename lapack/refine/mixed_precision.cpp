#include "lapack/refine/mixed_precision.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "lapack/common/memory_loop.hpp"

namespace hg {
namespace {

/// Calls body(from's column, to's column) for all columns.
template <class From, class To, class Body>
void for_each_column(std::int64_t rows, std::int64_t columns, const From* from, std::int64_t ld_from, To* to,
                     std::int64_t ld_to, const Body& body) noexcept {
    memory_loop(columns, rows * static_cast<std::int64_t>(sizeof(From) + sizeof(To)),
                [&](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = first; j < last; ++j) body(from + j * ld_from, to + j * ld_to);
                });
}

double larger_or_nan(double a, double b) noexcept {
    return a >= b || std::isnan(a) ? a : b;
}

}  // namespace

bool round_to_single(const Shape& shape, const double* from, std::int64_t ld_from, float* to,
                     std::int64_t ld_to) noexcept {
    constexpr double kLargest = std::numeric_limits<float>::max();
    std::atomic<bool> fits{true};
    memory_loop(shape.cols, shape.rows * static_cast<std::int64_t>(sizeof(double) + sizeof(float)),
                [&](std::int64_t first, std::int64_t last) {
                    bool overflows = false;
                    for (std::int64_t j = first; j < last; ++j) {
                        const RowRange rows = rows_of_column(shape, j);
                        const double* const x = from + j * ld_from;
                        float* const y = to + j * ld_to;
                        for (std::int64_t i = rows.begin; i < rows.end; ++i) {
                            overflows |= std::fabs(x[i]) > kLargest;
                            y[i] = static_cast<float>(x[i]);
                        }
                    }
                    if (overflows) fits.store(false, std::memory_order_relaxed);
                });
    return fits;
}

void copy(std::int64_t rows, std::int64_t columns, const double* from, std::int64_t ld_from, double* to,
          std::int64_t ld_to) noexcept {
    for_each_column(rows, columns, from, ld_from, to, ld_to,
                    [&](const double* x, double* y) { std::copy_n(x, rows, y); });
}

void copy(std::int64_t rows, std::int64_t columns, const float* from, std::int64_t ld_from, double* to,
          std::int64_t ld_to) noexcept {
    for_each_column(rows, columns, from, ld_from, to, ld_to,
                    [&](const float* x, double* y) { std::copy_n(x, rows, y); });
}

void add(std::int64_t rows, std::int64_t columns, const float* from, std::int64_t ld_from, double* to,
         std::int64_t ld_to) noexcept {
    for_each_column(rows, columns, from, ld_from, to, ld_to, [&](const float* x, double* y) {
        for (std::int64_t i = 0; i < rows; ++i) y[i] += static_cast<double>(x[i]);
    });
}

double infinity_norm(std::int64_t rows, std::int64_t columns, const double* A, std::int64_t lda) {
    std::vector<double> sums(static_cast<std::size_t>(rows));
    // Each thread takes some rows, so that each sum has one order.
    memory_loop(rows, columns * static_cast<std::int64_t>(sizeof(double)),
                [&](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = 0; j < columns; ++j)
                        for (std::int64_t i = first; i < last; ++i)
                            sums[static_cast<std::size_t>(i)] += std::fabs(A[i + j * lda]);
                });
    return largest_magnitude(rows, sums.data());
}

double symmetric_norm(Uplo uplo, std::int64_t n, const double* A, std::int64_t lda) {
    const Shape shape = triangle(uplo, n);
    std::vector<double> sums(static_cast<std::size_t>(n));
    // Each thread takes some rows, so that each sum has one order: what is stored of the row, then of the column.
    memory_loop(n, n * static_cast<std::int64_t>(sizeof(double)), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t j = 0; j < n; ++j) {
            const RowRange rows = rows_of_column(shape, j);
            for (std::int64_t i = std::max(first, rows.begin); i < std::min(last, rows.end); ++i)
                sums[static_cast<std::size_t>(i)] += std::fabs(A[i + j * lda]);
        }
        for (std::int64_t j = first; j < last; ++j) {
            const RowRange rows = rows_of_column(shape, j);
            for (std::int64_t i = rows.begin; i < rows.end; ++i)
                if (i != j) sums[static_cast<std::size_t>(j)] += std::fabs(A[i + j * lda]);
        }
    });
    return largest_magnitude(n, sums.data());
}

double largest_magnitude(std::int64_t count, const double* x) noexcept {
    double largest = 0;
    for (std::int64_t i = 0; i < count; ++i) largest = larger_or_nan(largest, std::fabs(x[i]));
    return largest;
}

}  // namespace hg
