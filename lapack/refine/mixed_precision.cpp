#include "lapack/refine/mixed_precision.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "lapack/common/memory_loop.hpp"

namespace hg {
namespace {

double larger_or_nan(double a, double b) noexcept {
    return a >= b || std::isnan(a) ? a : b;
}

bool overflows(double x) noexcept {
    return std::fabs(x) > static_cast<double>(std::numeric_limits<float>::max());
}

bool overflows(const std::complex<double>& x) noexcept {
    return overflows(x.real()) || overflows(x.imag());
}

}  // namespace

template <class T>
bool round_to_single(const Shape& shape, const T* from, std::int64_t ld_from, SingleOf<T>* to,
                     std::int64_t ld_to) noexcept {
    std::atomic<bool> fits{true};
    memory_loop(shape.cols, shape.rows * static_cast<std::int64_t>(sizeof(T) + sizeof(SingleOf<T>)),
                [&](std::int64_t first, std::int64_t last) {
                    bool too_large = false;
                    for (std::int64_t j = first; j < last; ++j) {
                        const RowRange rows = rows_of_column(shape, j);
                        const T* const x = from + j * ld_from;
                        SingleOf<T>* const y = to + j * ld_to;
                        for (std::int64_t i = rows.begin; i < rows.end; ++i) {
                            too_large |= overflows(x[i]);
                            y[i] = static_cast<SingleOf<T>>(x[i]);
                        }
                    }
                    if (too_large) fits.store(false, std::memory_order_relaxed);
                });
    return fits;
}

template <class T>
void add(std::int64_t rows, std::int64_t columns, const SingleOf<T>* from, std::int64_t ld_from, T* to,
         std::int64_t ld_to) noexcept {
    memory_loop(columns, rows * static_cast<std::int64_t>(sizeof(T) + sizeof(SingleOf<T>)),
                [=](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = first; j < last; ++j)
                        for (std::int64_t i = 0; i < rows; ++i)
                            to[i + j * ld_to] += static_cast<T>(from[i + j * ld_from]);
                });
}

template <class T>
double infinity_norm(std::int64_t rows, std::int64_t columns, const T* A, std::int64_t lda) {
    std::vector<double> sums(static_cast<std::size_t>(rows));
    // Each thread takes some rows, so that each sum has one order.
    memory_loop(rows, columns * static_cast<std::int64_t>(sizeof(T)),
                [&](std::int64_t first, std::int64_t last) {
                    for (std::int64_t j = 0; j < columns; ++j)
                        for (std::int64_t i = first; i < last; ++i)
                            sums[static_cast<std::size_t>(i)] += std::abs(A[i + j * lda]);
                });
    return largest_magnitude(rows, sums.data());
}

template <class T>
double self_adjoint_norm(Uplo uplo, std::int64_t n, const T* A, std::int64_t lda) {
    const Shape shape = triangle(uplo, n);
    std::vector<double> sums(static_cast<std::size_t>(n));
    const auto size = [&](std::int64_t i, std::int64_t j) {
        return i == j ? std::abs(std::real(A[i + j * lda])) : std::abs(A[i + j * lda]);
    };
    // Each thread takes some rows, so that each sum has one order: what is stored of the row, then of the
    // column.
    memory_loop(n, n * static_cast<std::int64_t>(sizeof(T)), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t j = 0; j < n; ++j) {
            const RowRange rows = rows_of_column(shape, j);
            for (std::int64_t i = std::max(first, rows.begin); i < std::min(last, rows.end); ++i)
                sums[static_cast<std::size_t>(i)] += size(i, j);
        }
        for (std::int64_t j = first; j < last; ++j) {
            const RowRange rows = rows_of_column(shape, j);
            for (std::int64_t i = rows.begin; i < rows.end; ++i)
                if (i != j) sums[static_cast<std::size_t>(j)] += size(i, j);
        }
    });
    return largest_magnitude(n, sums.data());
}

template <class T>
double largest_magnitude(std::int64_t count, const T* x) noexcept {
    double largest = 0;
    for (std::int64_t i = 0; i < count; ++i) largest = larger_or_nan(largest, magnitude(x[i]));
    return largest;
}

#define HG_INSTANTIATE(T)                                                               \
    template bool round_to_single(const Shape&, const T*, std::int64_t, SingleOf<T>*,   \
                                  std::int64_t) noexcept;                               \
    template void add(std::int64_t, std::int64_t, const SingleOf<T>*, std::int64_t, T*, \
                      std::int64_t) noexcept;                                           \
    template double infinity_norm(std::int64_t, std::int64_t, const T*, std::int64_t);  \
    template double self_adjoint_norm(Uplo, std::int64_t, const T*, std::int64_t);      \
    template double largest_magnitude(std::int64_t, const T*) noexcept;
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg
