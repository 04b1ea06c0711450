#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels/cpu/by_address.hpp"
#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/cpu/plain_parts.hpp"
#include "kernels/cpu/plain_product.hpp"

namespace hg::kernels {
namespace {

/// The number whose magnitude is the length of (alpha, x), of the sign that alpha has not. x is the rest of a column
/// below its first element.
template <class T>
T beta_of(int rest, const Matrix<T>& column) {
    const T norm =
        by_address(cpu_blas().routines<T>().nrm2, rest, &column(1, 0), static_cast<int>(column.row_step));
    return norm == T{0} ? T{0} : -std::copysign(std::hypot(column(0, 0), norm), column(0, 0));
}

/// H = I - tau v v^T with H (alpha, x) = (beta, 0): beta and v overwrite the column, v without its first element,
/// which is 1. Returns tau; 0 if the column is zero below its first element.
template <class T>
T make_reflector(int rows, const Matrix<T>& column) {
    constexpr T kSmall = std::numeric_limits<T>::min() / (std::numeric_limits<T>::epsilon() / 2);
    const int rest = rows - 1;
    if (rest == 0) return 0;
    T beta = beta_of(rest, column);
    if (beta == T{0}) return 0;
    T scale = 1;
    if (std::abs(beta) < kSmall) {
        // Elements so small have lost digits, or their quotients would: larger ones take their place.
        scale = kSmall;
        for (int i = 0; i < rows; ++i) column(i, 0) /= scale;
        beta = beta_of(rest, column);
    }
    const T alpha = column(0, 0);
    for (int i = 1; i < rows; ++i) column(i, 0) /= alpha - beta;
    column(0, 0) = beta * scale;
    return (beta - alpha) / beta;
}

/// C := (I - tau v v^T) C with v as make_reflector() leaves it.
template <class T, class V>
void apply_reflector(int rows, int cols, T tau, const Matrix<V>& v, const Matrix<T>& C) {
    if (tau == T{0}) return;
    for (int j = 0; j < cols; ++j) {
        T sum = C(0, j);
        for (int i = 1; i < rows; ++i) sum += v(i, 0) * C(i, j);
        sum *= tau;
        C(0, j) -= sum;
        for (int i = 1; i < rows; ++i) C(i, j) -= v(i, 0) * sum;
    }
}

/// A := Q R; of a transposed A that is the LQ factorization of the matrix itself.
template <class T>
void factor_qr(int m, int n, const Matrix<T>& A, T* tau) {
    for (int i = 0; i < std::min(m, n); ++i) {
        tau[i] = make_reflector(m - i, A.from(i, i));
        apply_reflector(m - i, n - i - 1, tau[i], A.from(i, i), A.from(i, i + 1));
    }
}

/// C := Q C or C := Q^T C. Q is the product of the reflectors 1 to k.
template <class T, class V>
void apply_q(bool transposed, int m, int n, int k, const Matrix<V>& A, const T* tau, const Matrix<T>& C) {
    for (int step = 0; step < k; ++step) {
        const int i = transposed ? step : k - 1 - step;
        apply_reflector(m - i, n, tau[i], A.from(i, i), C.from(i, 0));
    }
}

/// What a routine with a work array starts with: true if there is no more to do. The optimum of lwork is the least.
template <class T>
bool is_query(T* work, int least, const int* lwork) {
    if (least <= *lwork || *lwork == -1) work[0] = static_cast<T>(least);
    return *lwork == -1;
}

template <class T>
void geqrf(const int* m, const int* n, T* a, const int* lda, T* tau, T* work, const int* lwork, int* info) {
    const int least = std::max(1, *n);
    *info = -wrong_argument<T>(
        "GEQRF",
        {{1, *m >= 0}, {2, *n >= 0}, {4, *lda >= std::max(1, *m)}, {7, *lwork >= least || *lwork == -1}});
    if (*info != 0 || is_query(work, least, lwork)) return;
    factor_qr(*m, *n, Matrix<T>(a, *lda), tau);
}

template <class T>
void ormqr(const char* side, const char* trans, const int* m, const int* n, const int* k, const T* a,
           const int* lda, const T* tau, T* c, const int* ldc, T* work, const int* lwork, int* info,
           std::size_t /*length*/, std::size_t /*length*/) {
    const bool left = upper_case(side) == 'L';
    const int order = left ? *m : *n;
    const int least = std::max(1, left ? *n : *m);
    *info = -wrong_argument<T>("ORMQR", {{1, is_one_of(side, "LR")},
                                         {2, is_one_of(trans, "NT")},
                                         {3, *m >= 0},
                                         {4, *n >= 0},
                                         {5, *k >= 0 && *k <= order},
                                         {7, *lda >= std::max(1, order)},
                                         {10, *ldc >= std::max(1, *m)},
                                         {12, *lwork >= least || *lwork == -1}});
    if (*info != 0 || is_query(work, least, lwork) || *m == 0 || *n == 0) return;
    const bool transposed = upper_case(trans) == 'T';
    // C Q = (Q^T C^T)^T
    if (left)
        apply_q(transposed, *m, *n, *k, Matrix<const T>(a, *lda), tau, Matrix<T>(c, *ldc));
    else
        apply_q(!transposed, *n, *m, *k, Matrix<const T>(a, *lda), tau, Matrix<T>(c, *ldc, true));
}

/// The first n columns of Q, from the last to the first: reflector i leaves the columns before column i alone.
template <class T>
void make_columns(int m, int n, int k, const Matrix<T>& A, const T* tau) {
    for (int j = k; j < n; ++j)
        for (int i = 0; i < m; ++i) A(i, j) = i == j ? T{1} : T{0};
    for (int j = k - 1; j >= 0; --j) {
        apply_reflector(m - j, n - j - 1, tau[j], A.from(j, j), A.from(j, j + 1));
        for (int i = 0; i < j; ++i) A(i, j) = 0;
        A(j, j) = T{1} - tau[j];
        for (int i = j + 1; i < m; ++i) A(i, j) *= -tau[j];
    }
}

template <class T>
void orgqr(const int* m, const int* n, const int* k, T* a, const int* lda, const T* tau, T* work,
           const int* lwork, int* info) {
    const int least = std::max(1, *n);
    *info = -wrong_argument<T>("ORGQR", {{1, *m >= 0},
                                         {2, *n >= 0 && *n <= *m},
                                         {3, *k >= 0 && *k <= *n},
                                         {5, *lda >= std::max(1, *m)},
                                         {8, *lwork >= least || *lwork == -1}});
    if (*info != 0 || is_query(work, least, lwork)) return;
    make_columns(*m, *n, *k, Matrix<T>(a, *lda), tau);
}

/// Keeps the largest element of a matrix away from overflow and underflow.
template <class T>
class Scaling {
  public:
    Scaling(int m, int n, const Matrix<T>& A) {
        constexpr T kSmall = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i)
                if (const T element = std::abs(A(i, j)); !(element <= largest_)) largest_ = element;
        if (largest_ > 0 && largest_ < kSmall) wanted_ = kSmall;
        if (largest_ > 1 / kSmall) wanted_ = 1 / kSmall;
        if (wanted_ != T{0}) scale<T>(m, n, wanted_ / largest_, A);
    }

    [[nodiscard]] bool all_zero() const noexcept { return largest_ == T{0}; }
    /// X as it would be without the scaling of the right-hand sides.
    void undo(int m, int n, const Matrix<T>& X) const {
        if (wanted_ != T{0}) scale<T>(m, n, largest_ / wanted_, X);
    }
    /// X as it would be without the scaling of the coefficients.
    void redo(int m, int n, const Matrix<T>& X) const {
        if (wanted_ != T{0}) scale<T>(m, n, wanted_ / largest_, X);
    }

  private:
    T largest_ = 0;
    T wanted_ = 0;  ///< 0: the matrix is as it was
};

template <class T>
void clear(int first, int last, int cols, const Matrix<T>& A) {
    for (int j = 0; j < cols; ++j)
        for (int i = first; i < last; ++i) A(i, j) = 0;
}

/// The arguments of gels that its parts share. M is A or A^T, whichever is not wide.
template <class T>
struct Solve {
    bool transposed;  ///< op(A) = A^T
    int m, n, nrhs;
    Matrix<T> A, B;

    [[nodiscard]] bool wide() const noexcept { return m < n; }
    [[nodiscard]] int rows() const noexcept { return std::max(m, n); }
    [[nodiscard]] int order() const noexcept { return std::min(m, n); }
    /// Rows of op(A), of the right-hand sides.
    [[nodiscard]] int given() const noexcept { return transposed ? n : m; }
    /// Columns of op(A), rows of X.
    [[nodiscard]] int wanted() const noexcept { return transposed ? m : n; }

    void solve_triangle() const {
        cpu_trsm<T>({.upper = !wide(), .transposed = transposed}, order(), nrhs, T{1}, A.data, A.col_step,
                    B.data, B.col_step);
    }

    /// By M = Q R. Returns i > 0 if R(i, i) is zero.
    [[nodiscard]] int run(T* tau) const {
        const Matrix<T> M(A.data, A.col_step, wide());
        factor_qr(rows(), order(), M, tau);
        for (int i = 0; i < order(); ++i)
            if (M(i, i) == T{0}) return i + 1;
        if (transposed == wide()) {
            apply_q(true, rows(), nrhs, order(), M, tau, B);
            solve_triangle();
        } else {
            solve_triangle();
            clear(order(), rows(), nrhs, B);
            apply_q(false, rows(), nrhs, order(), M, tau, B);
        }
        return 0;
    }
};

template <class T>
void gels(const char* trans, const int* m, const int* n, const int* nrhs, T* a, const int* lda, T* b,
          const int* ldb, T* work, const int* lwork, int* info, std::size_t /*length*/) {
    const int order = std::min(*m, *n);
    const int least = std::max(1, order + std::max(order, *nrhs));
    *info = -wrong_argument<T>("GELS ", {{1, is_one_of(trans, "NT")},
                                         {2, *m >= 0},
                                         {3, *n >= 0},
                                         {4, *nrhs >= 0},
                                         {6, *lda >= std::max(1, *m)},
                                         {8, *ldb >= std::max({1, *m, *n})},
                                         {10, *lwork >= least || *lwork == -1}});
    if (*info != 0 || is_query(work, least, lwork)) return;
    const Solve<T> solve{upper_case(trans) == 'T', *m, *n, *nrhs, Matrix<T>(a, *lda), Matrix<T>(b, *ldb)};
    if (order == 0 || *nrhs == 0) return clear(0, solve.rows(), *nrhs, solve.B);
    const Scaling<T> of_a(*m, *n, solve.A);
    if (of_a.all_zero()) return clear(0, solve.rows(), *nrhs, solve.B);
    const Scaling<T> of_b(solve.given(), *nrhs, solve.B);
    *info = solve.run(work);
    work[0] = static_cast<T>(least);
    if (*info != 0) return;
    of_a.redo(solve.wanted(), *nrhs, solve.B);
    of_b.undo(solve.wanted(), *nrhs, solve.B);
}

}  // namespace

template <class T>
void set_plain_qr(CpuRoutines<T>& routines) noexcept {
    routines.geqrf = geqrf<T>;
    routines.ormqr = ormqr<T>;
    routines.orgqr = orgqr<T>;
    routines.gels = gels<T>;
}

template void set_plain_qr(CpuRoutines<double>&) noexcept;
template void set_plain_qr(CpuRoutines<float>&) noexcept;

}  // namespace hg::kernels
