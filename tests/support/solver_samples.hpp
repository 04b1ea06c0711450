#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/sparse/generate.hpp>
#include <hg/sparse/host_product.hpp>

/// Systems for tests of iterative solvers.
namespace hg::test {

/// A session on the first devices of the tests; one for all tests.
inline Session& solving_session(std::size_t devices) {
    static std::unique_ptr<Session> sessions[4];
    if (!sessions[devices]) sessions[devices] = std::make_unique<Session>(test::first_test_devices(devices));
    return *sessions[devices];
}

template <Element T>
SparseMatrix<T> diagonal_matrix(const std::vector<T>& diagonal) {
    std::vector<std::int32_t> start{0}, column;
    for (std::size_t i = 0; i < diagonal.size(); ++i) {
        column.push_back(static_cast<std::int32_t>(i));
        start.push_back(static_cast<std::int32_t>(i + 1));
    }
    const auto n = static_cast<std::int64_t>(diagonal.size());
    return SparseMatrix<T>::from_csr(n, n, start, column, diagonal);
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

/// Convection and diffusion in one dimension, with a phase for complex elements: not Hermitian, its Hermitian part is definite.
template <Element T>
SparseMatrix<T> general_matrix(std::int32_t n) {
    std::vector<std::int32_t> start{0}, column;
    std::vector<T> value;
    for (std::int32_t i = 0; i < n; ++i) {
        for (std::int32_t j = std::max(i - 1, 0); j <= std::min(i + 1, n - 1); ++j) {
            column.push_back(j);
            T element = static_cast<RealOf<T>>(i == j ? 3 : j < i ? -1.5 : -0.5);
            if constexpr (ComplexElement<T>)
                if (i == j) element += T(0, static_cast<RealOf<T>>(0.25));
            value.push_back(element);
        }
        start.push_back(static_cast<std::int32_t>(column.size()));
    }
    return SparseMatrix<T>::from_csr(n, n, start, column, value);
}

}  // namespace hg::test
