// Levels 1 and 2 of what stands in for cuBLAS: increments of 1, lower triangles, diagonals that are used, beta = 0. Numbers that
// a routine returns need the pointer mode of the device, all others that of the host.
#include "plain.hpp"

namespace {
constexpr int kNotSupported = 15;

int pointer_mode = 0;

int result_mode() {
    return pointer_mode == 1 ? 0 : kNotSupported;
}

template <class T>
void change(int n, T* x, T* y, T xx, T xy, T yx, T yy) {
    for (int i = 0; i < n; ++i) {
        const T old = x[i];
        if (xx != 1 || xy != 0) x[i] = xx * old + (xy != 0 ? xy * y[i] : 0);
        if (yx != 0 || yy != 1) y[i] = yx * old + (yy != 0 ? yy * y[i] : 0);
    }
}

template <class T>
T product(int n, const T* x, const T* y) {
    T sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    return sum;
}

template <class T>
T sum_of_sizes(int n, const T* x) {
    T sum = 0;
    for (int i = 0; i < n; ++i) sum += std::abs(x[i]);
    return sum;
}

/// Counted from 1.
template <class T>
int place_of_largest(int n, const T* x) {
    return static_cast<int>(std::max_element(x, x + n, [](T a, T b) { return std::abs(a) < std::abs(b); }) -
                            x) +
           1;
}

template <class T>
void gemv(bool transposed, int m, int n, T alpha, const T* a, int lda, const T* x, T* y) {
    const auto rows = static_cast<std::size_t>(transposed ? n : m);
    const auto cols = static_cast<std::size_t>(transposed ? m : n);
    plain_gemm(transposed ? 1 : kNone, kNone, rows, 1, cols, alpha, a, static_cast<std::size_t>(lda), x, cols,
               T{0}, y, rows);
}

template <class T>
void update(int m, int n, bool lower, T alpha, const T* x, const T* y, T* a, int lda) {
    for (int j = 0; j < n; ++j)
        for (int i = lower ? j : 0; i < m; ++i) a[i + static_cast<long>(j) * lda] += alpha * x[i] * y[j];
}

/// x := op(A) x, or op(A)^-1 x with `solves`.
template <class T>
void triangle(bool solves, bool transposed, int n, const T* a, int lda, T* x) {
    const auto at = [&](int i, int j) {
        return transposed ? a[j + static_cast<long>(i) * lda] : a[i + static_cast<long>(j) * lda];
    };
    for (int step = 0; step < n; ++step) {
        const int row = solves != transposed ? step : n - 1 - step;
        T sum = 0;
        for (int j = transposed ? row + 1 : 0; j < (transposed ? n : row); ++j) sum += at(row, j) * x[j];
        x[row] = solves ? (x[row] - sum) / at(row, row) : at(row, row) * x[row] + sum;
    }
}
}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define LEVEL_1(T, L, l)                                                                \
    int cublas##L##copy_v2(void*, int n, T* x, int, T* y, int) {                        \
        return change<T>(n, x, y, 1, 0, 1, 0), pointer_mode;                            \
    }                                                                                   \
    int cublas##L##swap_v2(void*, int n, T* x, int, T* y, int) {                        \
        return std::swap_ranges(x, x + n, y), pointer_mode;                             \
    }                                                                                   \
    int cublas##L##scal_v2(void*, int n, const T* alpha, T* x, int) {                   \
        for (int i = 0; i < n; ++i) x[i] *= *alpha;                                     \
        return pointer_mode;                                                            \
    }                                                                                   \
    int cublas##L##axpy_v2(void*, int n, const T* alpha, T* x, int, T* y, int) {        \
        return change<T>(n, x, y, 1, 0, *alpha, 1), pointer_mode;                       \
    }                                                                                   \
    int cublas##L##rot_v2(void*, int n, T* x, int, T* y, int, const T* c, const T* s) { \
        return change<T>(n, x, y, *c, *s, -*s, *c), pointer_mode;                       \
    }                                                                                   \
    int cublas##L##dot_v2(void*, int n, const T* x, int, const T* y, int, T* result) {  \
        return *result = product(n, x, y), result_mode();                               \
    }                                                                                   \
    int cublas##L##asum_v2(void*, int n, const T* x, int, T* result) {                  \
        return *result = sum_of_sizes(n, x), result_mode();                             \
    }                                                                                   \
    int cublas##L##nrm2_v2(void*, int n, const T* x, int, T* result) {                  \
        return *result = std::sqrt(product(n, x, x)), result_mode();                    \
    }                                                                                   \
    int cublasI##l##amax_v2(void*, int n, const T* x, int, int* result) {               \
        return *result = place_of_largest(n, x), result_mode();                         \
    }

#define LEVEL_2(T, L)                                                                                      \
    int cublas##L##gemv_v2(void*, int op, int m, int n, const T* alpha, const T* a, int lda, const T* x,   \
                           int, const T*, T* y, int) {                                                     \
        return gemv(op == 1, m, n, *alpha, a, lda, x, y), pointer_mode;                                    \
    }                                                                                                      \
    int cublas##L##ger_v2(void*, int m, int n, const T* alpha, const T* x, int, const T* y, int, T* a,     \
                          int lda) {                                                                       \
        return update(m, n, false, *alpha, x, y, a, lda), pointer_mode;                                    \
    }                                                                                                      \
    int cublas##L##symv_v2(void*, int uplo, int n, const T* alpha, const T* a, int lda, const T* x, int,   \
                           const T*, T* y, int) {                                                          \
        const auto order = static_cast<std::size_t>(n);                                                    \
        plain_symm(false, order, 1, *alpha, a, static_cast<std::size_t>(lda), x, order, T{0}, y, order);   \
        return uplo == 0 ? pointer_mode : kNotSupported;                                                   \
    }                                                                                                      \
    int cublas##L##syr_v2(void*, int uplo, int n, const T* alpha, const T* x, int, T* a, int lda) {        \
        return update(n, n, true, *alpha, x, x, a, lda), uplo == 0 ? pointer_mode : kNotSupported;         \
    }                                                                                                      \
    int cublas##L##syr2_v2(void*, int uplo, int n, const T* alpha, const T* x, int, const T* y, int, T* a, \
                           int lda) {                                                                      \
        update(n, n, true, *alpha, x, y, a, lda);                                                          \
        update(n, n, true, *alpha, y, x, a, lda);                                                          \
        return uplo == 0 ? pointer_mode : kNotSupported;                                                   \
    }                                                                                                      \
    int cublas##L##trmv_v2(void*, int uplo, int op, int, int n, const T* a, int lda, T* x, int) {          \
        return triangle(false, op == 1, n, a, lda, x), uplo == 0 ? pointer_mode : kNotSupported;           \
    }                                                                                                      \
    int cublas##L##trsv_v2(void*, int uplo, int op, int, int n, const T* a, int lda, T* x, int) {          \
        return triangle(true, op == 1, n, a, lda, x), uplo == 0 ? pointer_mode : kNotSupported;            \
    }

extern "C" {
int cublasSetPointerMode_v2(void*, int mode) {
    pointer_mode = mode;
    return 0;
}
LEVEL_1(double, D, d)
LEVEL_1(float, S, s)
LEVEL_2(double, D)
LEVEL_2(float, S)
}
// NOLINTEND(bugprone-macro-parentheses)
