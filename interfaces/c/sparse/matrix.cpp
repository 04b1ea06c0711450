// The functions of hg.h that make sparse matrices from arrays.
#include <optional>
#include <span>

#include "blas/call/letters.hpp"
#include "interfaces/c/sparse/handles.hpp"
#include "sparse/matrix/check_csr.hpp"

namespace hg::interfaces {
namespace {

using Made = std::unique_ptr<hg_sparse>;

SparseInput input_of(const char* function, int number, int mend) {
    require_argument((mend & ~(HG_SORT | HG_SUM_DUPLICATES)) == 0, function, number, "mend",
                     "must be a sum of HG_SORT and HG_SUM_DUPLICATES");
    return {(mend & HG_SORT) != 0, (mend & HG_SUM_DUPLICATES) != 0};
}

template <class E>
std::span<const E> array_of(const void* elements, std::int64_t count) {
    return {static_cast<const E*>(elements), static_cast<std::size_t>(count)};
}

/// The number of nonzeros according to row_start.
template <class Index>
std::int64_t nonzeros_of(const char* function, std::int64_t rows, std::int64_t cols, const Index* row_start) {
    sparse::check_size(function, rows, cols);
    require_pointer(function, 3, "row_start", row_start);
    const std::int64_t last = row_start[rows];  // NOLINT(clang-analyzer-core.NullDereference): not null
    require_argument(last >= 0, function, 3, "row_start", "ends with a negative number");
    return last;
}

template <class Index>
std::int64_t from_csr(const char* function, std::int64_t rows, std::int64_t cols, const Index* row_start,
                      const Index* column, const void* value, const char* type, int mend,
                      hg_sparse** matrix) {
    return guarded_handle(function, 8, "matrix", matrix, [&] {
        Made made;
        const std::int64_t nonzeros = nonzeros_of(function, rows, cols, row_start);
        require_elements(function, 4, "column", column, nonzeros);
        require_elements(function, 5, "value", value, nonzeros);
        const SparseInput input = input_of(function, 7, mend);
        with_sparse_type(function, 6, type, [&]<class T>() {
            made = std::make_unique<hg_sparse>(SparseMatrix<T>::from_csr(
                rows, cols, array_of<Index>(row_start, rows + 1), array_of<Index>(column, nonzeros),
                array_of<T>(value, nonzeros), input));
        });
        return made;
    });
}

template <class Index>
std::int64_t from_coo(const char* function, std::int64_t rows, std::int64_t cols, const Index* row,
                      const Index* column, const void* value, std::int64_t nonzeros, const char* type,
                      int mend, hg_sparse** matrix) {
    return guarded_handle(function, 9, "matrix", matrix, [&] {
        Made made;
        require_argument(nonzeros >= 0, function, 6, "nonzeros", "must not be negative");
        require_elements(function, 3, "row", row, nonzeros);
        require_elements(function, 4, "column", column, nonzeros);
        require_elements(function, 5, "value", value, nonzeros);
        const SparseInput input = input_of(function, 8, mend);
        with_sparse_type(function, 7, type, [&]<class T>() {
            made = std::make_unique<hg_sparse>(SparseMatrix<T>::from_coo(
                rows, cols, array_of<Index>(row, nonzeros), array_of<Index>(column, nonzeros),
                array_of<T>(value, nonzeros), input.sum_duplicates));
        });
        return made;
    });
}

/// A caller's array in the form that a matrix adopts.
template <class E>
HostArray<E> adopted(const void* elements, std::int64_t count) {
    // A matrix never writes to its arrays.
    return HostArray<E>(static_cast<E*>(const_cast<void*>(elements)), count);
}

}  // namespace
}  // namespace hg::interfaces

using namespace hg::interfaces;

int64_t hg_sparse_from_csr(int64_t rows, int64_t cols, const int64_t* row_start, const int64_t* column,
                           const void* value, const char* type, int mend, hg_sparse** matrix) {
    return from_csr("hg_sparse_from_csr", rows, cols, row_start, column, value, type, mend, matrix);
}

int64_t hg_sparse_from_csr_int32(int64_t rows, int64_t cols, const int32_t* row_start, const int32_t* column,
                                 const void* value, const char* type, int mend, hg_sparse** matrix) {
    return from_csr("hg_sparse_from_csr_int32", rows, cols, row_start, column, value, type, mend, matrix);
}

int64_t hg_sparse_from_coo(int64_t rows, int64_t cols, const int64_t* row, const int64_t* column,
                           const void* value, int64_t nonzeros, const char* type, int mend,
                           hg_sparse** matrix) {
    return from_coo("hg_sparse_from_coo", rows, cols, row, column, value, nonzeros, type, mend, matrix);
}

int64_t hg_sparse_from_coo_int32(int64_t rows, int64_t cols, const int32_t* row, const int32_t* column,
                                 const void* value, int64_t nonzeros, const char* type, int mend,
                                 hg_sparse** matrix) {
    return from_coo("hg_sparse_from_coo_int32", rows, cols, row, column, value, nonzeros, type, mend, matrix);
}

int64_t hg_sparse_adopt_csr(int64_t rows, int64_t cols, const int64_t* row_start, const int32_t* column,
                            const void* value, const char* type, hg_sparse** matrix) {
    constexpr const char* kAdopt = "hg_sparse_adopt_csr";
    return guarded_handle(kAdopt, 7, "matrix", matrix, [&] {
        Made made;
        const std::int64_t nonzeros = nonzeros_of(kAdopt, rows, cols, row_start);
        require_elements(kAdopt, 4, "column", column, nonzeros);
        require_elements(kAdopt, 5, "value", value, nonzeros);
        hg::require_argument(cols <= INT32_MAX, kAdopt, 2, "cols", "must be less than 2^31");
        with_sparse_type(kAdopt, 6, type, [&]<class T>() {
            hg::CsrArrays<T> arrays;
            arrays.rows = rows;
            arrays.cols = cols;
            arrays.row_start = adopted<std::int64_t>(row_start, rows + 1);
            arrays.column = adopted<std::int32_t>(column, nonzeros);
            arrays.value = adopted<T>(value, nonzeros);
            made = std::make_unique<hg_sparse>(hg::SparseMatrix<T>::adopt(std::move(arrays)));
        });
        return made;
    });
}

int64_t hg_sparse_transposed(const hg_sparse* matrix, char trans, hg_sparse** transposed) {
    constexpr const char* kTransposed = "hg_sparse_transposed";
    return guarded_handle(kTransposed, 3, "transposed", transposed, [&] {
        require_pointer(kTransposed, 1, "matrix", matrix);
        const hg::Op op = hg::op_of(trans);
        hg::require_argument(hg::is_valid(op) && op != hg::Op::none, kTransposed, 2, "trans",
                             "must be 'T' or 'C'");
        return std::visit(
            [&](const auto& A) {
                return std::make_unique<hg_sparse>(op == hg::Op::trans ? A.transposed() : A.adjoint());
            },
            matrix->matrix);
    });
}

const hg_csr* hg_sparse_csr(const hg_sparse* matrix) {
    return matrix == nullptr ? nullptr : &matrix->contents;
}

void hg_sparse_free(hg_sparse* matrix) {
    const std::unique_ptr<hg_sparse> held(matrix);
}
