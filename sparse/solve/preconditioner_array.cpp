#include <algorithm>
#include <cmath>
#include <complex>

#include "sparse/matrix/row_shares.hpp"
#include "sparse/solve/solver_system.hpp"

namespace hg::sparse {
namespace {

/// The inverse of a subnormal number may be infinite.
template <Element T>
T inverse_or_one(T element) {
    const T inverse = element == T{0} ? T{1} : T{1} / element;
    return std::isfinite(std::abs(element)) && std::isfinite(std::abs(inverse)) ? inverse : T{1};
}

/// Rows and columns from `first` to `last` - 1 of A become those of `block`, which was 0 and has `ld` rows.
template <Element T>
void take_block(const SparseMatrix<T>& A, std::int64_t first, std::int64_t last, std::int64_t ld, T* block) {
    for (std::int64_t i = first; i < last; ++i)
        for (auto k = static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i)]);
             k < static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i) + 1]); ++k) {
            const std::int64_t column = A.is_wide() ? A.wide_columns()[k] : A.columns()[k];
            if (column >= first && column < last) block[i - first + (column - first) * ld] = A.values()[k];
        }
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
                           T* const own = made.elements.data() + first * made.rows;
                           take_block(A, first, last, made.rows, own);
                           if (made.rows == 1) *own = inverse_or_one(*own);
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
