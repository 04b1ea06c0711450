#include "sparse/formats/csr_block.hpp"

#include <algorithm>
#include <complex>
#include <string>

#include "sparse/matrix/first_fault.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

void check_fits_device(const char* what, std::int64_t count) {
    if (count > kMostOnDevice)
        throw Error(ErrorCode::invalid_argument, "a block of " + std::to_string(count) + " " + what +
                                                     " is too large for a device; it may have " +
                                                     std::to_string(kMostOnDevice));
}

}  // namespace

template <Element T>
CsrBlock<T> csr_block(const SparseMatrix<T>& A, const PartOfMatrix& part) {
    const auto starts = A.row_start().subspan(static_cast<std::size_t>(part.first_row),
                                              static_cast<std::size_t>(part.last_row - part.first_row) + 1);
    const std::int64_t first = starts.front(), nonzeros = starts.back() - first;
    CsrBlock<T> made;
    made.rows = part.last_row - part.first_row;
    made.cols = part.last_column - part.first_column;
    check_fits_device("rows", made.rows);
    check_fits_device("columns", made.cols);
    check_fits_device("nonzeros", nonzeros);
    made.row_start = HostArray<std::int32_t>(made.rows + 1);
    made.column = HostArray<std::int32_t>(nonzeros);
    made.value = HostArray<T>(nonzeros);
    for_ranges(made.rows + 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            made.row_start[i] = static_cast<std::int32_t>(starts[static_cast<std::size_t>(i)] - first);
    });
    const bool inside = with_columns(A, [&](const auto* column) {
        std::atomic<std::int64_t> fault{nonzeros};
        for_ranges(nonzeros, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t k = begin; k < end; ++k) {
                const std::int64_t j = column[first + k] - part.first_column;
                if (j < 0 || j >= made.cols) note_fault(fault, k);
                made.column[k] = static_cast<std::int32_t>(j);
                made.value[k] = A.values()[static_cast<std::size_t>(first + k)];
            }
        });
        return fault.load() == nonzeros;
    });
    if (!inside) throw Error(ErrorCode::invalid_argument, "a block has nonzeros beyond its columns");
    return made;
}

template CsrBlock<float> csr_block(const SparseMatrix<float>&, const PartOfMatrix&);
template CsrBlock<double> csr_block(const SparseMatrix<double>&, const PartOfMatrix&);
template CsrBlock<std::complex<float>> csr_block(const SparseMatrix<std::complex<float>>&,
                                                 const PartOfMatrix&);
template CsrBlock<std::complex<double>> csr_block(const SparseMatrix<std::complex<double>>&,
                                                  const PartOfMatrix&);

}  // namespace hg::sparse
