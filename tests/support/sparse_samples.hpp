#pragma once

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <hg/sparse/generate.hpp>
#include <hg/sparse/sparse_matrix.hpp>

namespace hg::test {

/// What tests of all elements are typed over.
using ElementTypes = testing::Types<float, double, std::complex<float>, std::complex<double>>;

/// A matrix with the rule that it is made by, for messages.
template <Element T>
struct SparseSample {
    std::string name;
    SparseMatrix<T> matrix;
};

/// Small matrices of every generator, and some that have few rows, few columns, or none.
template <Element T>
std::vector<SparseSample<T>> sparse_samples() {
    return {{"5 points", laplacian<T>(5, 17, 13)},
            {"7 points", laplacian<T>(7, 7, 6, 5)},
            {"27 points", laplacian<T>(27, 6, 5, 7)},
            {"R-MAT", rmat_matrix<T>(8, 6, 1)},
            {"arrow", arrow_matrix<T>(150, 2)},
            {"banded", banded_matrix<T>(130, 5, 3)},
            {"blocks", block_diagonal_matrix<T>(101, 7, 4)},
            {"random rows", random_rows_matrix<T>(120, 300, 2, 200, 5)},
            {"dense row", dense_row_matrix<T>(140, 210, 1, 6, 6)},
            {"empty rows", empty_rows_matrix<T>(200, 90, 0, 8, 7)},
            {"one row", random_rows_matrix<T>(1, 70, 40, 40, 8)},
            {"one column", random_rows_matrix<T>(50, 1, 0, 1, 9)},
            {"0 x 9", random_rows_matrix<T>(0, 9, 0, 3, 10)},
            {"9 x 0", random_rows_matrix<T>(9, 0, 0, 0, 11)},
            {"no nonzeros", random_rows_matrix<T>(33, 40, 0, 0, 12)}};
}

/// A matrix with all its elements, column-major.
template <Element T>
std::vector<T> dense(const SparseMatrix<T>& A) {
    std::vector<T> elements(static_cast<std::size_t>(A.rows() * A.cols()));
    for (std::int64_t i = 0; i < A.rows(); ++i)
        for (auto k = A.row_start()[static_cast<std::size_t>(i)];
             k < A.row_start()[static_cast<std::size_t>(i + 1)]; ++k) {
            const auto place = static_cast<std::size_t>(k);
            const std::int64_t j = A.is_wide() ? A.wide_columns()[place] : A.columns()[place];
            elements[static_cast<std::size_t>(i + j * A.rows())] += A.values()[place];
        }
    return elements;
}

/// True if both have the same nonzeros, bit for bit but for the sign of zero.
template <Element T>
bool same_matrix(const SparseMatrix<T>& A, const SparseMatrix<T>& B) {
    const auto same = [](auto x, auto y) { return std::equal(x.begin(), x.end(), y.begin(), y.end()); };
    return A.rows() == B.rows() && A.cols() == B.cols() && same(A.row_start(), B.row_start()) &&
           same(A.columns(), B.columns()) && same(A.wide_columns(), B.wide_columns()) &&
           same(A.values(), B.values());
}

/// Random elements, whose parts are from -1 to 1.
template <Element T>
std::vector<T> random_vector(std::int64_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<RealOf<T>> part(-1, 1);
    std::vector<T> made(static_cast<std::size_t>(n));
    for (T& x : made) {
        if constexpr (ComplexElement<T>) {
            const auto real = part(random);
            x = {real, part(random)};
        } else {
            x = part(random);
        }
    }
    return made;
}

}  // namespace hg::test
