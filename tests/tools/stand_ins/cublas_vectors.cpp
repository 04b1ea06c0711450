// Levels 1 and 2 of what stands in for cuBLAS: increments of 1, lower triangles, diagonals that are used,
// beta = 0. Numbers that a routine returns need the pointer mode of the device, all others that of the host.
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
        if (xx != T{1} || xy != T{0}) x[i] = xx * old + (xy != T{0} ? xy * y[i] : T{0});
        if (yx != T{0} || yy != T{1}) y[i] = yx * old + (yy != T{0} ? yy * y[i] : T{0});
    }
}

template <class T>
T product(int n, const T* x, const T* y, bool conjugates = false) {
    T sum = 0;
    for (int i = 0; i < n; ++i) sum += conjugate_if(conjugates, x[i]) * y[i];
    return sum;
}

template <class T>
auto size_of(T x) {
    return std::abs(std::real(x)) + std::abs(std::imag(x));
}

template <class T>
auto sum_of_sizes(int n, const T* x) {
    decltype(size_of(x[0])) sum = 0;
    for (int i = 0; i < n; ++i) sum += size_of(x[i]);
    return sum;
}

/// Counted from 1.
template <class T>
int place_of_largest(int n, const T* x) {
    return static_cast<int>(std::max_element(x, x + n, [](T a, T b) { return size_of(a) < size_of(b); }) -
                            x) +
           1;
}

template <class T>
void gemv(int op, int m, int n, T alpha, const T* a, int lda, const T* x, T* y) {
    const bool transposed = op != kNone;
    const auto rows = static_cast<std::size_t>(transposed ? n : m);
    const auto cols = static_cast<std::size_t>(transposed ? m : n);
    plain_gemm(op, kNone, rows, 1, cols, alpha, a, static_cast<std::size_t>(lda), x, cols, T{0}, y, rows);
}

template <class T>
void update(int m, int n, bool lower, T alpha, const T* x, const T* y, T* a, int lda,
            bool conjugates = false) {
    for (int j = 0; j < n; ++j)
        for (int i = lower ? j : 0; i < m; ++i)
            a[i + static_cast<long>(j) * lda] += alpha * x[i] * conjugate_if(conjugates, y[j]);
}

/// Without imaginary parts on its diagonal.
template <class T>
void make_hermitian(int n, T* a, int lda) {
    for (int i = 0; i < n; ++i) a[i + static_cast<long>(i) * lda].imag(0);
}

template <class T>
void hemv(int n, T alpha, const T* a, int lda, const T* x, T* y) {
    for (int i = 0; i < n; ++i) {
        T sum = std::real(a[i + static_cast<long>(i) * lda]) * x[i];
        for (int j = 0; j < i; ++j) sum += a[i + static_cast<long>(j) * lda] * x[j];
        for (int j = i + 1; j < n; ++j) sum += std::conj(a[j + static_cast<long>(i) * lda]) * x[j];
        y[i] = alpha * sum;
    }
}

/// x := op(A) x, or op(A)^-1 x with `solves`.
template <class T>
void triangle(bool solves, int op, int n, const T* a, int lda, T* x) {
    const bool transposed = op != kNone;
    const auto at = [&](int i, int j) {
        if (!transposed) return a[i + static_cast<long>(j) * lda];
        return conjugate_if(op == 2, a[j + static_cast<long>(i) * lda]);
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
#define OF_ALL(T, L, l)                                                                                  \
    int cublas##L##copy_v2(void*, int n, T* x, int, T* y, int) {                                         \
        return change<T>(n, x, y, 1, 0, 1, 0), pointer_mode;                                             \
    }                                                                                                    \
    int cublas##L##swap_v2(void*, int n, T* x, int, T* y, int) {                                         \
        return std::swap_ranges(x, x + n, y), pointer_mode;                                              \
    }                                                                                                    \
    int cublas##L##scal_v2(void*, int n, const T* alpha, T* x, int) {                                    \
        for (int i = 0; i < n; ++i) x[i] *= *alpha;                                                      \
        return pointer_mode;                                                                             \
    }                                                                                                    \
    int cublas##L##axpy_v2(void*, int n, const T* alpha, T* x, int, T* y, int) {                         \
        return change<T>(n, x, y, 1, 0, *alpha, 1), pointer_mode;                                        \
    }                                                                                                    \
    int cublasI##l##amax_v2(void*, int n, const T* x, int, int* result) {                                \
        return *result = place_of_largest(n, x), result_mode();                                          \
    }                                                                                                    \
    int cublas##L##gemv_v2(void*, int op, int m, int n, const T* alpha, const T* a, int lda, const T* x, \
                           int, const T*, T* y, int) {                                                   \
        return gemv(op, m, n, *alpha, a, lda, x, y), pointer_mode;                                       \
    }                                                                                                    \
    int cublas##L##trmv_v2(void*, int uplo, int op, int, int n, const T* a, int lda, T* x, int) {        \
        return triangle(false, op, n, a, lda, x), uplo == 0 ? pointer_mode : kNotSupported;              \
    }                                                                                                    \
    int cublas##L##trsv_v2(void*, int uplo, int op, int, int n, const T* a, int lda, T* x, int) {        \
        return triangle(true, op, n, a, lda, x), uplo == 0 ? pointer_mode : kNotSupported;               \
    }

// By the names of rotations and of sums, which have two letters if elements are complex.
#define OF_PARTS(T, Real, R, S)                                                               \
    int cublas##R##rot_v2(void*, int n, T* x, int, T* y, int, const Real* c, const Real* s) { \
        return change<T>(n, x, y, *c, *s, -*s, *c), pointer_mode;                             \
    }                                                                                         \
    int cublas##S##asum_v2(void*, int n, const T* x, int, Real* result) {                     \
        return *result = sum_of_sizes(n, x), result_mode();                                   \
    }                                                                                         \
    int cublas##S##nrm2_v2(void*, int n, const T* x, int, Real* result) {                     \
        return *result = std::sqrt(std::real(product(n, x, x, true))), result_mode();         \
    }

#define DOT(T, name, conjugates)                                          \
    int name(void*, int n, const T* x, int, const T* y, int, T* result) { \
        return *result = product(n, x, y, conjugates), result_mode();     \
    }
#define GER(T, name, conjugates)                                                                     \
    int name(void*, int m, int n, const T* alpha, const T* x, int, const T* y, int, T* a, int lda) { \
        return update(m, n, false, *alpha, x, y, a, lda, conjugates), pointer_mode;                  \
    }

#define OF_REAL(T, L)                                                                                      \
    DOT(T, cublas##L##dot_v2, false)                                                                       \
    GER(T, cublas##L##ger_v2, false)                                                                       \
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
    }

#define OF_COMPLEX(T, Real, L)                                                                             \
    DOT(T, cublas##L##dotu_v2, false)                                                                      \
    DOT(T, cublas##L##dotc_v2, true)                                                                       \
    GER(T, cublas##L##geru_v2, false)                                                                      \
    GER(T, cublas##L##gerc_v2, true)                                                                       \
    int cublas##L##hemv_v2(void*, int uplo, int n, const T* alpha, const T* a, int lda, const T* x, int,   \
                           const T*, T* y, int) {                                                          \
        return hemv(n, *alpha, a, lda, x, y), uplo == 0 ? pointer_mode : kNotSupported;                    \
    }                                                                                                      \
    int cublas##L##her_v2(void*, int uplo, int n, const Real* alpha, const T* x, int, T* a, int lda) {     \
        update(n, n, true, T(*alpha), x, x, a, lda, true);                                                 \
        return make_hermitian(n, a, lda), uplo == 0 ? pointer_mode : kNotSupported;                        \
    }                                                                                                      \
    int cublas##L##her2_v2(void*, int uplo, int n, const T* alpha, const T* x, int, const T* y, int, T* a, \
                           int lda) {                                                                      \
        update(n, n, true, *alpha, x, y, a, lda, true);                                                    \
        update(n, n, true, std::conj(*alpha), y, x, a, lda, true);                                         \
        return make_hermitian(n, a, lda), uplo == 0 ? pointer_mode : kNotSupported;                        \
    }

extern "C" {
int cublasSetPointerMode_v2(void*, int mode) {
    pointer_mode = mode;
    return 0;
}
OF_ALL(double, D, d)
OF_ALL(float, S, s)
OF_ALL(std::complex<double>, Z, z)
OF_ALL(std::complex<float>, C, c)
OF_PARTS(double, double, D, D)
OF_PARTS(float, float, S, S)
OF_PARTS(std::complex<double>, double, Zd, Dz)
OF_PARTS(std::complex<float>, float, Cs, Sc)
OF_REAL(double, D)
OF_REAL(float, S)
OF_COMPLEX(std::complex<double>, double, Z)
OF_COMPLEX(std::complex<float>, float, C)
}
// NOLINTEND(bugprone-macro-parentheses)
