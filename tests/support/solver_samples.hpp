#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/sparse/generate.hpp>
#include <hg/sparse/host_product.hpp>
#include <hg/sparse/solvers.hpp>

/// Systems for tests of iterative solvers.
namespace hg::test {

/// A session on the first devices of the tests; one for all tests.
inline Session& solving_session(std::size_t devices) {
    static std::unique_ptr<Session> sessions[4];
    if (!sessions[devices]) sessions[devices] = std::make_unique<Session>(test::first_test_devices(devices));
    return *sessions[devices];
}

/// The n x n matrix of element(i, j) for |i - j| <= width, zeros too.
template <Element T, class ElementOf>
SparseMatrix<T> band_of(std::int64_t n, std::int64_t width, const ElementOf& element) {
    std::vector<std::int64_t> start{0}, column;
    std::vector<T> value;
    for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = std::max<std::int64_t>(i - width, 0); j <= std::min(i + width, n - 1); ++j) {
            column.push_back(j);
            value.push_back(static_cast<T>(element(i, j)));
        }
        start.push_back(std::ssize(column));
    }
    return SparseMatrix<T>::from_csr(n, n, start, column, std::span<const T>(value));
}

template <Element T>
SparseMatrix<T> diagonal_matrix(const std::vector<T>& diagonal) {
    return band_of<T>(std::ssize(diagonal), 0,
                      [&](std::int64_t i, std::int64_t) { return diagonal[static_cast<std::size_t>(i)]; });
}

/// D^H L D for a Laplacian L and a unitary diagonal D: Hermitian, and as well conditioned.
template <Element T>
SparseMatrix<T> definite_matrix() {
    const SparseMatrix<T> L = laplacian<T>(7, 7, 6, 5);
    if constexpr (RealElement<T>) {
        return L;
    } else {
        const auto unit = [](std::int64_t i) { return std::polar(RealOf<T>{1}, static_cast<RealOf<T>>(i)); };
        std::vector<std::int64_t> start(L.row_start().begin(), L.row_start().end());
        std::vector<std::int64_t> column(L.columns().begin(), L.columns().end());
        std::vector<T> value(L.values().begin(), L.values().end());
        for (std::int64_t i = 0; i < L.rows(); ++i)
            for (auto k = static_cast<std::size_t>(start[static_cast<std::size_t>(i)]);
                 k < static_cast<std::size_t>(start[static_cast<std::size_t>(i) + 1]); ++k)
                value[k] *= std::conj(unit(i)) * unit(column[k]);
        return SparseMatrix<T>::from_csr(L.rows(), L.cols(), start, column, std::span<const T>(value));
    }
}

template <Element T>
std::vector<T> some_vector(std::int64_t n) {
    std::vector<T> x;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto value = static_cast<RealOf<T>>(1 + 0.02 * static_cast<double>(i * 37 % 101));
        if constexpr (RealElement<T>)
            x.push_back(value);
        else
            x.push_back({value, static_cast<RealOf<T>>(i % 7) - 3});
    }
    return x;
}

template <Element T>
double norm_of(const std::vector<T>& x) {
    double square = 0;
    for (const T element : x) square += std::norm(element);
    return std::sqrt(square);
}

/// |b - A x| / |b| as the host has it.
template <Element T>
double residual_of(const SparseMatrix<T>& A, const std::vector<T>& b, const std::vector<T>& x) {
    std::vector<T> r = b;
    host_product<T>(Op::none, T(-1), A, x, T(1), r);
    return norm_of(r) / norm_of(b);
}

/// A with diagonal elements added that outweigh their rows.
inline SparseMatrix<double> dominant_matrix(const SparseMatrix<double>& A) {
    std::vector<std::int64_t> row, column;
    std::vector<double> value;
    const auto add = [&](std::int64_t i, std::int64_t j, double element) {
        row.push_back(i);
        column.push_back(j);
        value.push_back(element);
    };
    for (std::int64_t i = 0; i < A.rows(); ++i) {
        double sum = 1;
        for (auto k = static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i)]);
             k < static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i) + 1]); ++k) {
            add(i, A.columns()[k], A.values()[k]);
            sum += 2 * std::abs(A.values()[k]);
        }
        add(i, i, sum);
    }
    return SparseMatrix<double>::from_coo(A.rows(), A.cols(), row, column, std::span<const double>(value),
                                          true);
}

/// Convection and diffusion in one dimension, with a phase for complex elements: not Hermitian, its Hermitian
/// part is definite.
template <Element T>
SparseMatrix<T> general_matrix(std::int64_t n) {
    return band_of<T>(n, 1, [](std::int64_t i, std::int64_t j) {
        T element = static_cast<RealOf<T>>(i == j ? 3 : j < i ? -1.5 : -0.5);
        if constexpr (ComplexElement<T>)
            if (i == j) element += T(0, static_cast<RealOf<T>>(0.25));
        return element;
    });
}

/// Diffusion with a flow through n cells in a row: in double precision, updated residuals of biconjugate
/// gradients grow by 10^15 first.
template <Element T>
SparseMatrix<T> flow_matrix(std::int64_t n, double flow) {
    return band_of<T>(n, 1, [=](std::int64_t i, std::int64_t j) {
        return static_cast<RealOf<T>>(i == j ? 2 : j < i ? -1 - flow : flow - 1);
    });
}

/// A matrix of all its elements, row by row.
template <Element T>
SparseMatrix<T> dense_as_sparse(std::int64_t n, const std::vector<T>& by_rows) {
    return band_of<T>(
        n, n, [&](std::int64_t i, std::int64_t j) { return by_rows[static_cast<std::size_t>(i * n + j)]; });
}

template <Element T>
using Solver = decltype(&solve_cg<T>);

/// All methods with their names.
template <Element T>
inline constexpr std::pair<const char*, Solver<T>> kSolvers[] = {
    {"cg", &solve_cg<T>}, {"bicgstab", &solve_bicgstab<T>}, {"gmres", &solve_gmres<T>}};

template <Element T>
struct Solution {
    std::vector<T> x;
    SolveReport report;
};

/// What a solver makes of A x = b, from x = 0 or another vector.
template <Element T>
Solution<T> solved(std::type_identity_t<Solver<T>> solve, const SparseMatrix<T>& A, const std::vector<T>& b,
                   const SolverOptions& options = {}, std::size_t devices = 1, std::vector<T> x = {}) {
    x.resize(b.size());
    SolveReport report = solve(A, b, x, options, &solving_session(devices));
    return {std::move(x), std::move(report)};
}

}  // namespace hg::test
