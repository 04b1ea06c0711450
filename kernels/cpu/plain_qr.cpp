#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>

#include "kernels/cpu/by_address.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/plain_arguments.hpp"
#include "kernels/cpu/plain_parts.hpp"
#include "kernels/cpu/plain_product.hpp"

namespace hg::kernels {
namespace {

/// The number whose magnitude is the length of (alpha, x), of the sign that alpha's real part has not; 0 if x is zero and
/// alpha real. x is the rest of a column below its first element.
template <class T>
PartOf<T> beta_of(int rest, const Matrix<T>& column) {
    using Part = PartOf<T>;
    const auto nrm2 = cpu_blas().routines<T>().nrm2;
    const Part norm = rest == 0
                          ? Part{0}
                          : by_address(nrm2, rest, column.from(1, 0).data, static_cast<int>(column.row_step));
    const T alpha = column(0, 0);
    if (norm == Part{0} && std::imag(alpha) == Part{0}) return 0;
    const Part size = is_complex(element_type_of<T>()) ? std::hypot(std::real(alpha), std::imag(alpha), norm)
                                                       : std::hypot(std::real(alpha), norm);
    return -std::copysign(size, std::real(alpha));
}

/// H = I - tau v v^H with H^H (alpha, x) = (beta, 0): beta and v overwrite the column, v without its first element,
/// which is 1. Returns tau; 0 if the column is zero below its first element, and that is real.
template <class T>
T make_reflector(int rows, const Matrix<T>& column) {
    using Part = PartOf<T>;
    constexpr Part kSmall = std::numeric_limits<Part>::min() / (std::numeric_limits<Part>::epsilon() / 2);
    const int rest = rows - 1;
    Part beta = beta_of(rest, column);
    if (beta == Part{0}) return 0;
    Part scale = 1;
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

/// C := (I - tau v v^H) C with v as make_reflector() leaves it.
template <class T, class V>
void apply_reflector(int rows, int cols, T tau, const V& v, const Matrix<T>& C) {
    if (tau == T{0}) return;
    for (int j = 0; j < cols; ++j) {
        T sum = C(0, j);
        for (int i = 1; i < rows; ++i) sum += conjugated_if(true, T{v(i, 0)}) * C(i, j);
        sum *= tau;
        C(0, j) -= sum;
        for (int i = 1; i < rows; ++i) C(i, j) -= v(i, 0) * sum;
    }
}

/// A := Q R
template <class T>
void factor_qr(int m, int n, const Matrix<T>& A, T* tau) {
    for (int i = 0; i < std::min(m, n); ++i) {
        tau[i] = make_reflector(m - i, A.from(i, i));
        apply_reflector(m - i, n - i - 1, conjugated_if(true, tau[i]), A.from(i, i), A.from(i, i + 1));
    }
}

/// C := Q C or C := Q^H C. Q is the product of the reflectors 1 to k. With both conjugated, V and Q, C := conj(Q) C or
/// C := Q^T C.
template <class T, class V>
void apply_q(bool forward, bool conjugates_tau, int m, int n, int k, const V& A, const T* tau,
             const Matrix<T>& C) {
    for (int step = 0; step < k; ++step) {
        const int i = forward ? step : k - 1 - step;
        apply_reflector(m - i, n, conjugated_if(conjugates_tau, tau[i]), A.from(i, i), C.from(i, 0));
    }
}

template <class T>
void conjugate(int m, int n, const Matrix<T>& A) {
    if constexpr (!std::is_same_v<T, PartOf<T>>)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) A(i, j) = std::conj(A(i, j));
}

/// The letter of LAPACK for the adjoint of a matrix, and all letters that routines take.
template <class T>
constexpr char kAdjointLetter = is_complex(element_type_of<T>()) ? 'C' : 'T';
template <class T>
constexpr std::string_view kLetters = is_complex(element_type_of<T>()) ? "NC" : "NT";
/// Of the names of two routines the one for such elements.
template <class T>
constexpr std::string_view named(std::string_view real, std::string_view complex) {
    return is_complex(element_type_of<T>()) ? complex : real;
}

/// What a routine with a work array starts with: true if there is no more to do. The optimum of lwork is the least.
template <class T>
bool is_query(T* work, int least, const int* lwork) {
    if (least <= *lwork || *lwork == -1) work[0] = static_cast<PartOf<T>>(least);
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
    *info = -wrong_argument<T>(named<T>("ORMQR", "UNMQR"), {{1, is_one_of(side, "LR")},
                                                            {2, is_one_of(trans, kLetters<T>)},
                                                            {3, *m >= 0},
                                                            {4, *n >= 0},
                                                            {5, *k >= 0 && *k <= order},
                                                            {7, *lda >= std::max(1, order)},
                                                            {10, *ldc >= std::max(1, *m)},
                                                            {12, *lwork >= least || *lwork == -1}});
    if (*info != 0 || is_query(work, least, lwork) || *m == 0 || *n == 0) return;
    const bool transposed = upper_case(trans) != 'N';
    // C Q = (Q^T C^T)^T, and Q^T has the conjugates of what Q^H has.
    if (left)
        apply_q(transposed, transposed, *m, *n, *k, Factor<T>(a, *lda, false, false), tau,
                Matrix<T>(c, *ldc));
    else
        apply_q(!transposed, transposed, *n, *m, *k, Factor<T>(a, *lda, false, true), tau,
                Matrix<T>(c, *ldc, true));
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
    *info = -wrong_argument<T>(named<T>("ORGQR", "UNGQR"), {{1, *m >= 0},
                                                            {2, *n >= 0 && *n <= *m},
                                                            {3, *k >= 0 && *k <= *n},
                                                            {5, *lda >= std::max(1, *m)},
                                                            {8, *lwork >= least || *lwork == -1}});
    if (*info != 0 || is_query(work, least, lwork)) return;
    make_columns(*m, *n, *k, Matrix<T>(a, *lda), tau);
}

/// The magnitude of an element; of a complex one not more than is finite, if its parts are.
template <class T>
PartOf<T> size_of_element(T x) {
    if constexpr (std::is_same_v<T, PartOf<T>>)
        return std::abs(x);
    else
        return std::min(std::abs(x), std::numeric_limits<PartOf<T>>::max());
}

/// Keeps the largest element of a matrix away from overflow and underflow.
template <class T>
class Scaling {
  public:
    Scaling(int m, int n, const Matrix<T>& A) {
        constexpr Part kSmall = std::numeric_limits<Part>::min() / std::numeric_limits<Part>::epsilon();
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i)
                if (const Part element = size_of_element(A(i, j)); !(element <= largest_)) largest_ = element;
        if (largest_ > 0 && largest_ < kSmall) wanted_ = kSmall;
        if (largest_ > 1 / kSmall) wanted_ = 1 / kSmall;
        if (wanted_ != Part{0}) scale<Part>(m, n, wanted_ / largest_, A);
    }

    [[nodiscard]] bool all_zero() const noexcept { return largest_ == Part{0}; }
    /// X as it would be without the scaling of the right-hand sides.
    void undo(int m, int n, const Matrix<T>& X) const {
        if (wanted_ != Part{0}) scale<Part>(m, n, largest_ / wanted_, X);
    }
    /// X as it would be without the scaling of the coefficients.
    void redo(int m, int n, const Matrix<T>& X) const {
        if (wanted_ != Part{0}) scale<Part>(m, n, wanted_ / largest_, X);
    }

  private:
    using Part = PartOf<T>;

    Part largest_ = 0;
    Part wanted_ = 0;  ///< 0: the matrix is as it was
};

template <class T>
void clear(int first, int last, int cols, const Matrix<T>& A) {
    for (int j = 0; j < cols; ++j)
        for (int i = first; i < last; ++i) A(i, j) = 0;
}

/// The arguments of gels that its parts share. M is A or A^H, whichever is not wide.
template <class T>
struct Solve {
    bool transposed;  ///< op(A) = A^H
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
        const double operations = static_cast<double>(order()) * order() * nrhs;
        call_cpu_blas(cpu_blas().routines<T>().trsm, operations, 'L', wide() ? 'L' : 'U',
                      transposed ? kAdjointLetter<T> : 'N', 'N', order(), nrhs, T{1}, A.data, A.col_step,
                      B.data, B.col_step);
    }

    /// M = Q R; what A then holds is as LAPACK has it.
    void factor(T* tau) const {
        const Matrix<T> M(A.data, A.col_step, wide());
        if (wide()) conjugate(rows(), order(), M);
        factor_qr(rows(), order(), M, tau);
        if (wide()) conjugate(rows(), order(), M);
    }

    /// By M = Q R. Returns i > 0 if R(i, i) is zero.
    [[nodiscard]] int run(T* tau) const {
        factor(tau);
        const Factor<T> M(A.data, A.col_step, wide(), wide());
        for (int i = 0; i < order(); ++i)
            if (M(i, i) == T{0}) return i + 1;
        if (transposed == wide()) {
            apply_q(true, true, rows(), nrhs, order(), M, tau, B);
            solve_triangle();
        } else {
            solve_triangle();
            clear(order(), rows(), nrhs, B);
            apply_q(false, false, rows(), nrhs, order(), M, tau, B);
        }
        return 0;
    }
};

template <class T>
void gels(const char* trans, const int* m, const int* n, const int* nrhs, T* a, const int* lda, T* b,
          const int* ldb, T* work, const int* lwork, int* info, std::size_t /*length*/) {
    const int order = std::min(*m, *n);
    const int least = std::max(1, order + std::max(order, *nrhs));
    *info = -wrong_argument<T>("GELS ", {{1, is_one_of(trans, kLetters<T>)},
                                         {2, *m >= 0},
                                         {3, *n >= 0},
                                         {4, *nrhs >= 0},
                                         {6, *lda >= std::max(1, *m)},
                                         {8, *ldb >= std::max({1, *m, *n})},
                                         {10, *lwork >= least || *lwork == -1}});
    if (*info != 0 || is_query(work, least, lwork)) return;
    const Solve<T> solve{upper_case(trans) != 'N', *m, *n, *nrhs, Matrix<T>(a, *lda), Matrix<T>(b, *ldb)};
    if (order == 0 || *nrhs == 0) return clear(0, solve.rows(), *nrhs, solve.B);
    const Scaling<T> of_a(*m, *n, solve.A);
    if (of_a.all_zero()) return clear(0, solve.rows(), *nrhs, solve.B);
    const Scaling<T> of_b(solve.given(), *nrhs, solve.B);
    *info = solve.run(work);
    work[0] = static_cast<PartOf<T>>(least);
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
template void set_plain_qr(CpuRoutines<std::complex<double>>&) noexcept;
template void set_plain_qr(CpuRoutines<std::complex<float>>&) noexcept;

}  // namespace hg::kernels
