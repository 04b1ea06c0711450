#include "sparse/spmv/tuned_choice.hpp"

#include <algorithm>
#include <complex>
#include <vector>

#include "sparse/matrix/matrix_columns.hpp"

namespace hg::sparse {
namespace {

constexpr std::int64_t kSamples = 64, kRowsOfSample = 32;
constexpr std::int64_t kMostOfRow = 64;  ///< elements that are read of a row
constexpr std::int64_t kSector = 32;     ///< bytes that memory moves at least

/// Sectors of x that some samples of neighbouring rows read, for each element.
template <Element T>
double scatter_of(const SparseMatrix<T>& A) {
    constexpr std::int64_t kTogether = std::max<std::int64_t>(1, kSector / size_of(element_type_of<T>()));
    std::int64_t elements = 0, sectors = 0;
    std::vector<std::int64_t> seen;
    with_columns(A, [&](const auto* column) {
        for (std::int64_t sample = 0; sample < kSamples; ++sample) {
            const std::int64_t first =
                std::max<std::int64_t>(0, A.rows() - kRowsOfSample) * sample / kSamples;
            seen.clear();
            for (std::int64_t i = first; i < std::min(A.rows(), first + kRowsOfSample); ++i) {
                const std::int64_t begin = A.row_start()[static_cast<std::size_t>(i)];
                const std::int64_t end = A.row_start()[static_cast<std::size_t>(i) + 1];
                for (std::int64_t k = begin; k < std::min(end, begin + kMostOfRow); ++k)
                    seen.push_back(static_cast<std::int64_t>(column[k]) / kTogether);
            }
            elements += static_cast<std::int64_t>(seen.size());
            std::ranges::sort(seen);
            sectors += std::unique(seen.begin(), seen.end()) - seen.begin();
        }
    });
    return elements == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(elements);
}

}  // namespace

template <Element T>
kernels::SpmvFigures spmv_figures(const SparseMatrix<T>& A) {
    const SparseStructure rows = A.structure();
    return {rows.rows, rows.nonzeros, rows.longest, rows.variance, rows.histogram, scatter_of(A)};
}

template kernels::SpmvFigures spmv_figures(const SparseMatrix<float>&);
template kernels::SpmvFigures spmv_figures(const SparseMatrix<double>&);
template kernels::SpmvFigures spmv_figures(const SparseMatrix<std::complex<float>>&);
template kernels::SpmvFigures spmv_figures(const SparseMatrix<std::complex<double>>&);

}  // namespace hg::sparse
