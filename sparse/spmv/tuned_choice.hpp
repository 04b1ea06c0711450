#pragma once

#include <algorithm>
#include <optional>

#include "kernels/sparse/spmv_tuned.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hg::sparse {

/// The figures by which a matrix's kernel is chosen. Reads the lengths of all rows, which the matrix has, and
/// the columns of some.
template <Element T>
kernels::SpmvFigures spmv_figures(const SparseMatrix<T>& A);

/// What results for a matrix are kept by. Reads all indices.
template <Element T>
kernels::SpmvKey tuning_key(const SparseMatrix<T>& A, std::int64_t columns = 1) {
    return {element_type_of<T>(), A.rows(), A.cols(), A.nonzeros(), A.fingerprint(), columns};
}

/// The kernel that was tuned for products of a matrix with one vector on a device; none if there is none.
template <Element T>
std::optional<kernels::SpmvChoice> tuned_choice(const SparseMatrix<T>& A, const kernels::Database& database,
                                                const DeviceModel& device) {
    const auto is_of_products = [](const kernels::TunedKernel& result) {
        return result.routine == kernels::kSpmvRoutine;
    };
    if (std::ranges::none_of(database.kernels(), is_of_products)) return std::nullopt;
    return tuned_spmv(database, tuning_key(A), spmv_figures(A), device);
}

}  // namespace hg::sparse
