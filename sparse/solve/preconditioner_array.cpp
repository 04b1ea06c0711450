#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <utility>

#include "sparse/matrix/row_shares.hpp"
#include "sparse/solve/solver_system.hpp"

namespace hg::sparse {
namespace {

constexpr std::int64_t kMostBlockRows = 32;

/// A square of `order` x `order` elements of a larger one with `ld` rows.
template <Element T>
struct DenseBlock {
    T* data;
    std::int64_t order, ld;

    [[nodiscard]] T& at(std::int64_t i, std::int64_t j) const { return data[i + j * ld]; }
};

template <Element T>
T inverse_or_one(T element) {
    return element == T{0} || !std::isfinite(std::abs(element)) ? T{1} : T{1} / element;
}

/// Row of the largest element of column k from row k on.
template <Element T>
std::int64_t pivot_of(const DenseBlock<T>& a, std::int64_t k) {
    std::int64_t best = k;
    for (std::int64_t i = k + 1; i < a.order; ++i)
        if (std::abs(a.at(i, k)) > std::abs(a.at(best, k))) best = i;
    return best;
}

/// Gauss and Jordan with row pivoting: `inverse` becomes that of a, which is used up. False if a is singular.
template <Element T>
bool invert(const DenseBlock<T>& a, const DenseBlock<T>& inverse) {
    for (std::int64_t j = 0; j < a.order; ++j)
        for (std::int64_t i = 0; i < a.order; ++i) inverse.at(i, j) = T(i == j ? 1 : 0);
    for (std::int64_t k = 0; k < a.order; ++k) {
        const std::int64_t pivot = pivot_of(a, k);
        if (!(std::abs(a.at(pivot, k)) > 0) || !std::isfinite(std::abs(a.at(pivot, k)))) return false;
        const T scale = T{1} / a.at(pivot, k);
        for (std::int64_t j = 0; j < a.order; ++j) {
            std::swap(a.at(k, j), a.at(pivot, j));
            std::swap(inverse.at(k, j), inverse.at(pivot, j));
            a.at(k, j) *= scale;
            inverse.at(k, j) *= scale;
        }
        for (std::int64_t i = 0; i < a.order; ++i) {
            if (i == k) continue;
            const T factor = a.at(i, k);
            for (std::int64_t j = 0; j < a.order; ++j) {
                a.at(i, j) -= factor * a.at(k, j);
                inverse.at(i, j) -= factor * inverse.at(k, j);
            }
        }
    }
    return true;
}

/// Rows and columns from `first` to `last` - 1 of A become `block`, which was 0.
template <Element T>
void take_block(const SparseMatrix<T>& A, std::int64_t first, std::int64_t last, const DenseBlock<T>& block) {
    for (std::int64_t i = first; i < last; ++i)
        for (auto k = static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i)]);
             k < static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i) + 1]); ++k) {
            const std::int64_t column = A.is_wide() ? A.wide_columns()[k] : A.columns()[k];
            if (column >= first && column < last) block.at(i - first, column - first) = A.values()[k];
        }
}

template <Element T>
void set_block(const SparseMatrix<T>& A, std::int64_t first, std::int64_t last, std::int64_t rows,
               T* result) {
    std::array<T, kMostBlockRows * kMostBlockRows> copy{};
    const DenseBlock<T> block{copy.data(), last - first, rows};
    const DenseBlock<T> inverse{result, last - first, rows};
    take_block(A, first, last, block);
    if (invert(block, inverse)) return;
    std::fill(copy.begin(), copy.end(), T{0});
    take_block(A, first, last, block);
    for (std::int64_t j = 0; j < last - first; ++j)
        for (std::int64_t i = 0; i < last - first; ++i)
            inverse.at(i, j) = i == j ? inverse_or_one(block.at(i, i)) : T{0};
}

}  // namespace

template <Element T>
PreconditionerArray<T> preconditioner_array(const SparseMatrix<T>& A, const std::vector<DeviceRows>& devices,
                                            const SolverOptions& options) {
    PreconditionerArray<T> made;
    if (options.preconditioner == Preconditioner::none) return made;
    made.rows = options.preconditioner == Preconditioner::block_jacobi ? options.block : 1;
    made.elements.resize(static_cast<std::size_t>(made.rows * A.rows()));
    for (const DeviceRows& device : devices)
        for_ranges((device.rows.size() + made.rows - 1) / made.rows,
                   [&](std::int64_t begin, std::int64_t end) {
                       for (std::int64_t block = begin; block < end; ++block) {
                           const std::int64_t first = device.rows.first + block * made.rows;
                           const std::int64_t last = std::min(first + made.rows, device.rows.last);
                           set_block(A, first, last, made.rows, made.elements.data() + first * made.rows);
                       }
                   });
    return made;
}

template PreconditionerArray<float> preconditioner_array(const SparseMatrix<float>&,
                                                         const std::vector<DeviceRows>&,
                                                         const SolverOptions&);
template PreconditionerArray<double> preconditioner_array(const SparseMatrix<double>&,
                                                          const std::vector<DeviceRows>&,
                                                          const SolverOptions&);
template PreconditionerArray<std::complex<float>> preconditioner_array(
    const SparseMatrix<std::complex<float>>&, const std::vector<DeviceRows>&, const SolverOptions&);
template PreconditionerArray<std::complex<double>> preconditioner_array(
    const SparseMatrix<std::complex<double>>&, const std::vector<DeviceRows>&, const SolverOptions&);

}  // namespace hg::sparse
