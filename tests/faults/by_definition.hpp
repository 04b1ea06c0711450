#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "faults/problem.hpp"

/// The routines by their definitions, loop by loop.
namespace hg::test {

template <class T>
T conjugate(T x) {
    if constexpr (kIsComplex<T>)
        return std::conj(x);
    else
        return x;
}

/// What the diagonal of a hermitian matrix counts as.
template <class T>
T real_part(T x) {
    return std::real(x);
}

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
            T sum = T{2} * C(i, j);
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
            T sum = T{2} * C(i, j);
            for (std::int64_t k = 0; k < kOrder; ++k) sum += (i >= k ? A(i, k) : A(k, i)) * B(k, j);
            C(i, j) = sum;
        }
}

/// The lower triangle of C := X Y^H + factor C
template <class T>
void update(Elements<T>& x, Elements<T>& y, T factor, Elements<T>& c) {
    Columns X(x), Y(y), C(c);
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = j; i < kOrder; ++i) {
            T sum = factor * (i == j ? real_part(C(i, j)) : C(i, j));
            for (std::int64_t k = 0; k < kOrder; ++k) sum += X(i, k) * conjugate(Y(j, k));
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
    const auto magnitude = [](T element) {
        return std::abs(std::real(element)) + std::abs(std::imag(element));
    };
    for (std::int64_t k = 0; k < kOrder; ++k) {
        std::int64_t pivot = k;
        for (std::int64_t i = k + 1; i < kOrder; ++i)
            if (magnitude(A(i, k)) > magnitude(A(pivot, k))) pivot = i;
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

/// A = L L^H in its lower triangle; X := L^-H L^-1 X
template <class T>
void factor_and_solve_definite(Elements<T>& a, Elements<T>& x) {
    Columns L(a), X(x);
    for (std::int64_t k = 0; k < kOrder; ++k) {
        L(k, k) = std::sqrt(real_part(L(k, k)));
        for (std::int64_t i = k + 1; i < kOrder; ++i) L(i, k) /= L(k, k);
        for (std::int64_t j = k + 1; j < kOrder; ++j)
            for (std::int64_t i = j; i < kOrder; ++i) L(i, j) -= L(i, k) * conjugate(L(j, k));
    }
    solve_lower(a, x, false);
    for (std::int64_t j = 0; j < kColumns; ++j)
        for (std::int64_t k = kOrder - 1; k >= 0; --k) {
            for (std::int64_t i = k + 1; i < kOrder; ++i) X(k, j) -= conjugate(L(i, k)) * X(i, j);
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

/// The X of least norm with A X = B for the first rows of A: A = L Q by reflectors of its rows, X := Q^H L^-1 B
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
            for (std::int64_t k = kEquations - 1; k >= 0; --k) reflect_column(k, j);
        }
    }

  private:
    /// B's column j := H b, H = I - tau v v^H. v has a 1 in row k; its conjugates stand in row k of A.
    void reflect_column(std::int64_t k, std::int64_t j) {
        T sum = B_(k, j);
        for (std::int64_t p = k + 1; p < kOrder; ++p) sum += A_(k, p) * B_(p, j);
        sum *= tau_[static_cast<std::size_t>(k)];
        B_(k, j) -= sum;
        for (std::int64_t p = k + 1; p < kOrder; ++p) B_(p, j) -= conjugate(A_(k, p)) * sum;
    }
    /// A's row i := a H
    void reflect_row(std::int64_t k, std::int64_t i) {
        T sum = A_(i, k);
        for (std::int64_t p = k + 1; p < kOrder; ++p) sum += A_(i, p) * conjugate(A_(k, p));
        sum *= tau_[static_cast<std::size_t>(k)];
        A_(i, k) -= sum;
        for (std::int64_t p = k + 1; p < kOrder; ++p) A_(i, p) -= sum * A_(k, p);
    }
    /// The reflector of the row's conjugates.
    void factor_row(std::int64_t k) {
        auto squares = std::norm(A_(k, k));
        for (std::int64_t p = k + 1; p < kOrder; ++p) squares += std::norm(A_(k, p));
        const T alpha = conjugate(A_(k, k)), beta = -std::copysign(std::sqrt(squares), std::real(alpha));
        tau_[static_cast<std::size_t>(k)] = (beta - alpha) / beta;
        for (std::int64_t p = k + 1; p < kOrder; ++p) A_(k, p) /= conjugate(alpha - beta);
        A_(k, k) = beta;
        for (std::int64_t i = k + 1; i < kEquations; ++i) reflect_row(k, i);
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
