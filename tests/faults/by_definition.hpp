#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "faults/problem.hpp"

/// The routines by their definitions, loop by loop.
namespace hg::test {

template <class T>
class Columns {
  public:
    explicit Columns(Elements<T>& elements) : elements_(elements) {}
    T& operator()(std::int64_t i, std::int64_t j) { return elements_[static_cast<std::size_t>(i + j * kLd)]; }

  private:
    Elements<T>& elements_;
};

/// C := A B^T + 2 C
template <class T>
void multiply(Operands<T>& x) {
    Columns A(x.A), B(x.B), C(x.C);
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = 0; i < kOrder; ++i) {
            T sum = 2 * C(i, j);
            for (std::int64_t k = 0; k < kOrder; ++k) sum += A(i, k) * B(j, k);
            C(i, j) = sum;
        }
}

/// C := S B + 2 C; S is symmetric, and stored in the lower triangle of A.
template <class T>
void multiply_symmetric(Operands<T>& x) {
    Columns A(x.A), B(x.B), C(x.C);
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = 0; i < kOrder; ++i) {
            T sum = 2 * C(i, j);
            for (std::int64_t k = 0; k < kOrder; ++k) sum += (i >= k ? A(i, k) : A(k, i)) * B(k, j);
            C(i, j) = sum;
        }
}

/// The lower triangle of C := X Y^T + factor C
template <class T>
void update(Elements<T>& x, Elements<T>& y, T factor, Elements<T>& c) {
    Columns X(x), Y(y), C(c);
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = j; i < kOrder; ++i) {
            T sum = factor * C(i, j);
            for (std::int64_t k = 0; k < kOrder; ++k) sum += X(i, k) * Y(j, k);
            C(i, j) = sum;
        }
}

/// X := L X; L is the lower triangle of A.
template <class T>
void multiply_lower(Elements<T>& a, Elements<T>& x) {
    Columns L(a), X(x);
    for (std::int64_t j = 0; j < kColumns; ++j)
        for (std::int64_t i = kOrder - 1; i >= 0; --i) {
            T sum = 0;
            for (std::int64_t k = 0; k <= i; ++k) sum += L(i, k) * X(k, j);
            X(i, j) = sum;
        }
}

/// The first element of C := the sum of A(i, 0) B(i, 0)
template <class T>
void sum_of_products(Operands<T>& x) {
    x.C[0] = 0;
    for (std::size_t i = 0; i < kOrder; ++i) x.C[0] += x.A[i] * x.B[i];
}

/// C := a b^T + C with the first columns of A and B
template <class T>
void add_product(Operands<T>& x) {
    Columns A(x.A), B(x.B), C(x.C);
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = 0; i < kOrder; ++i) C(i, j) += A(i, 0) * B(j, 0);
}

/// X := L^-1 X; L is the lower triangle of A, with ones on its diagonal if `unit`.
template <class T>
void solve_lower(Elements<T>& a, Elements<T>& x, bool unit, std::int64_t columns = kColumns) {
    Columns L(a), X(x);
    for (std::int64_t j = 0; j < columns; ++j)
        for (std::int64_t k = 0; k < kOrder; ++k) {
            if (!unit) X(k, j) /= L(k, k);
            for (std::int64_t i = k + 1; i < kOrder; ++i) X(i, j) -= L(i, k) * X(k, j);
        }
}

/// X := U^-1 X
template <class T>
void solve_upper(Elements<T>& a, Elements<T>& x) {
    Columns U(a), X(x);
    for (std::int64_t j = 0; j < kColumns; ++j)
        for (std::int64_t k = kOrder - 1; k >= 0; --k) {
            X(k, j) /= U(k, k);
            for (std::int64_t i = 0; i < k; ++i) X(i, j) -= U(i, k) * X(k, j);
        }
}

/// A = P L U, pivots counted from 1.
template <class T>
void factor(Operands<T>& x) {
    Columns A(x.A);
    for (std::int64_t k = 0; k < kOrder; ++k) {
        std::int64_t pivot = k;
        for (std::int64_t i = k + 1; i < kOrder; ++i)
            if (std::fabs(A(i, k)) > std::fabs(A(pivot, k))) pivot = i;
        x.ipiv[static_cast<std::size_t>(k)] = pivot + 1;
        for (std::int64_t j = 0; j < kOrder; ++j) std::swap(A(k, j), A(pivot, j));
        for (std::int64_t i = k + 1; i < kOrder; ++i) A(i, k) /= A(k, k);
        for (std::int64_t j = k + 1; j < kOrder; ++j)
            for (std::int64_t i = k + 1; i < kOrder; ++i) A(i, j) -= A(i, k) * A(k, j);
    }
}

/// X := U^-1 L^-1 P^T X
template <class T>
void solve_with_factors(Operands<T>& x, Elements<T>& solution) {
    Columns X(solution);
    for (std::int64_t i = 0; i < kOrder; ++i)
        for (std::int64_t j = 0; j < kColumns; ++j)
            std::swap(X(i, j), X(x.ipiv[static_cast<std::size_t>(i)] - 1, j));
    solve_lower(x.A, solution, true);
    solve_upper(x.A, solution);
}

/// A = L L^T in its lower triangle; X := L^-T L^-1 X
template <class T>
void factor_and_solve_definite(Elements<T>& a, Elements<T>& x) {
    Columns L(a), X(x);
    for (std::int64_t k = 0; k < kOrder; ++k) {
        L(k, k) = std::sqrt(L(k, k));
        for (std::int64_t i = k + 1; i < kOrder; ++i) L(i, k) /= L(k, k);
        for (std::int64_t j = k + 1; j < kOrder; ++j)
            for (std::int64_t i = j; i < kOrder; ++i) L(i, j) -= L(i, k) * L(j, k);
    }
    solve_lower(a, x, false);
    for (std::int64_t j = 0; j < kColumns; ++j)
        for (std::int64_t k = kOrder - 1; k >= 0; --k) {
            for (std::int64_t i = k + 1; i < kOrder; ++i) X(k, j) -= L(i, k) * X(i, j);
            X(k, j) /= L(k, k);
        }
}

/// The lower triangle of A := L^-T L^-1
template <class T>
void invert_definite(Elements<T>& a) {
    Elements<T> inverse(a.size());
    Columns A(a), W(inverse);
    for (std::int64_t j = 0; j < kOrder; ++j) W(j, j) = 1;
    solve_lower(a, inverse, false, kOrder);
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = j; i < kOrder; ++i) {
            T sum = 0;
            for (std::int64_t p = i; p < kOrder; ++p) sum += W(p, i) * W(p, j);
            A(i, j) = sum;
        }
}

/// The X of least norm with A X = B for the first rows of A: A = L Q by reflectors of its rows, X := Q^T L^-1 B
template <class T>
class LeastNorm {
  public:
    explicit LeastNorm(Operands<T>& x) : A_(x.A), B_(x.B) {}

    void solve() {
        for (std::int64_t k = 0; k < kEquations; ++k) factor_row(k);
        for (std::int64_t j = 0; j < kColumns; ++j) {
            for (std::int64_t k = 0; k < kEquations; ++k) {
                for (std::int64_t i = 0; i < k; ++i) B_(k, j) -= A_(k, i) * B_(i, j);
                B_(k, j) /= A_(k, k);
            }
            for (std::int64_t i = kEquations; i < kOrder; ++i) B_(i, j) = 0;
            for (std::int64_t k = kEquations - 1; k >= 0; --k)
                reflect(k, [this, j](std::int64_t p) -> T& { return B_(p, j); });
        }
    }

  private:
    /// Reflector k of the elements that at(p) gives.
    template <class At>
    void reflect(std::int64_t k, const At& at) {
        T sum = at(k);
        for (std::int64_t p = k + 1; p < kOrder; ++p) sum += A_(k, p) * at(p);
        sum *= tau_[static_cast<std::size_t>(k)];
        at(k) -= sum;
        for (std::int64_t p = k + 1; p < kOrder; ++p) at(p) -= A_(k, p) * sum;
    }
    void factor_row(std::int64_t k) {
        T squares = 0;
        for (std::int64_t p = k; p < kOrder; ++p) squares += A_(k, p) * A_(k, p);
        const T alpha = A_(k, k), beta = -std::copysign(std::sqrt(squares), alpha);
        tau_[static_cast<std::size_t>(k)] = (beta - alpha) / beta;
        for (std::int64_t p = k + 1; p < kOrder; ++p) A_(k, p) /= alpha - beta;
        A_(k, k) = beta;
        for (std::int64_t i = k + 1; i < kEquations; ++i)
            reflect(k, [this, i](std::int64_t p) -> T& { return A_(i, p); });
    }

    Columns<T> A_, B_;
    std::vector<T> tau_ = std::vector<T>(kEquations);
};

/// The right-hand sides of B in C.
template <class T>
void copy_sides(const Elements<T>& b, Elements<T>& c) {
    for (std::int64_t j = 0; j < kColumns; ++j) std::copy_n(b.begin() + j * kLd, kOrder, c.begin() + j * kLd);
}

/// What a routine makes of its operands.
template <class T>
Operands<T> result_by_definition(Routine routine, Operands<T> x) {
    switch (routine) {
        case Routine::dot:
            sum_of_products(x);
            break;
        case Routine::ger:
            add_product(x);
            break;
        case Routine::trsv:
            solve_lower(x.A, x.B, false, 1);
            break;
        case Routine::gemm:
            multiply(x);
            break;
        case Routine::symm:
            multiply_symmetric(x);
            break;
        case Routine::syrk:
            update(x.A, x.A, T{2}, x.C);
            break;
        case Routine::syr2k:
            update(x.A, x.B, T{2}, x.C);
            update(x.B, x.A, T{1}, x.C);
            break;
        case Routine::trmm:
            multiply_lower(x.A, x.B);
            break;
        case Routine::trsm:
            solve_lower(x.A, x.B, false);
            break;
        case Routine::getrf:
            factor(x);
            break;
        case Routine::getrs:
            solve_with_factors(x, x.B);
            break;
        case Routine::gesv:
            factor(x);
            solve_with_factors(x, x.B);
            break;
        case Routine::posv:
            factor_and_solve_definite(x.A, x.B);
            break;
        case Routine::potri:
            invert_definite(x.A);
            break;
        case Routine::gels:
            LeastNorm<T>(x).solve();
            break;
        case Routine::dsgesv: {
            Operands<T> factored = x;
            factor(factored);
            copy_sides(x.B, x.C);
            solve_with_factors(factored, x.C);
            x.ipiv = factored.ipiv;
            break;
        }
        case Routine::dsposv: {
            Elements<T> factored = x.A;
            copy_sides(x.B, x.C);
            factor_and_solve_definite(factored, x.C);
            break;
        }
    }
    return x;
}

}  // namespace hg::test
