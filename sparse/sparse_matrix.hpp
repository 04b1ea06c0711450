#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <hg/blas/types.hpp>
#include <hg/sparse/csr_arrays.hpp>
#include <hg/sparse/sparse_structure.hpp>

namespace hg {

/// The faults that a factory may correct in the arrays that it receives. Anything else is an error.
struct SparseInput {
    bool sort = false;  ///< columns of a row may be in any order
    bool sum_duplicates =
        false;  ///< an element may occur several times: its value is the sum, in the order given
};

/// A sparse matrix in host memory: its nonzeros by rows, and by ascending columns within a row, each once.
/// "Nonzero" means any stored element; its value may be zero. The matrix is immutable, and copies share its
/// arrays.
///
/// All functions use the process's threads for loops. Thread-safe. The results depend only on the arguments,
/// not on the number of threads.
///
/// Memory is proportional to the elements and the rows (row_start has one number per row), not to the
/// columns. from_coo(), transposed() and adjoint() make at most 2^24 rows plus 64 rows for each element;
/// from_csr() and adopt() accept as many rows as row_start has.
///
/// Errors of the factories: Error{invalid_argument}, which names the wrong row, column or position or the
/// largest number of rows, and Error{out_of_memory}.
template <Element T>
class SparseMatrix {
  public:
    /// Makes a 0 x 0 matrix.
    SparseMatrix();

    /// Makes a matrix from compressed sparse rows. The matrix copies the arrays.
    ///
    /// @param rows, cols   size, 0 to 2^60
    /// @param row_start    rows + 1 nondecreasing numbers, from 0 to the number of nonzeros
    /// @param column       column of each nonzero: 0 to cols - 1, ascending within a row unless `input` says
    ///                     otherwise
    /// @param value        value of each nonzero
    /// @param input        what may be corrected; by default nothing
    static SparseMatrix from_csr(std::int64_t rows, std::int64_t cols,
                                 std::span<const std::int32_t> row_start,
                                 std::span<const std::int32_t> column, std::span<const T> value,
                                 SparseInput input = {});
    /// The same with 64-bit indices.
    static SparseMatrix from_csr(std::int64_t rows, std::int64_t cols,
                                 std::span<const std::int64_t> row_start,
                                 std::span<const std::int64_t> column, std::span<const T> value,
                                 SparseInput input = {});

    /// Makes a matrix from elements with their rows and columns, in any order. The matrix copies the arrays.
    ///
    /// @param rows, cols      size, 0 to 2^60
    /// @param row, column     row and column of each nonzero: 0 to rows - 1, and 0 to cols - 1
    /// @param value           value of each nonzero
    /// @param sum_duplicates  if true, an element may occur several times and its value is the sum, in the
    ///                        order given
    static SparseMatrix from_coo(std::int64_t rows, std::int64_t cols, std::span<const std::int32_t> row,
                                 std::span<const std::int32_t> column, std::span<const T> value,
                                 bool sum_duplicates = false);
    /// The same with 64-bit indices.
    static SparseMatrix from_coo(std::int64_t rows, std::int64_t cols, std::span<const std::int64_t> row,
                                 std::span<const std::int64_t> column, std::span<const T> value,
                                 bool sum_duplicates = false);

    /// Makes a matrix from compressed sparse rows without a copy. The rules are those of from_csr() with
    /// nothing to correct. If the arrays are in memory that belongs to someone else, nobody may change it
    /// while the matrix, a copy of it or a DistributedSparseMatrix made from it is in use: indices are
    /// checked only here.
    static SparseMatrix adopt(CsrArrays<T> arrays);

    /// Returns the rows of the matrix.
    [[nodiscard]] std::int64_t rows() const noexcept { return arrays_->rows; }
    /// Returns the columns of the matrix.
    [[nodiscard]] std::int64_t cols() const noexcept { return arrays_->cols; }
    /// Returns the number of stored elements.
    [[nodiscard]] std::int64_t nonzeros() const noexcept { return arrays_->value.size(); }

    /// Returns rows() + 1 numbers: row i has the nonzeros row_start()[i], ..., row_start()[i + 1] - 1.
    [[nodiscard]] std::span<const std::int64_t> row_start() const noexcept {
        return arrays_->row_start.span();
    }
    /// Returns the column of each nonzero if cols() < 2^31; otherwise empty.
    [[nodiscard]] std::span<const std::int32_t> columns() const noexcept { return arrays_->column.span(); }
    /// Returns the column of each nonzero if cols() >= 2^31; otherwise empty.
    [[nodiscard]] std::span<const std::int64_t> wide_columns() const noexcept {
        return arrays_->wide_column.span();
    }
    /// Returns true if wide_columns() has the columns: cols() >= 2^31.
    [[nodiscard]] bool is_wide() const noexcept;
    /// Returns the value of each nonzero.
    [[nodiscard]] std::span<const T> values() const noexcept { return arrays_->value.span(); }

    /// Returns A^T. Needs memory for a second matrix. Throws Error{invalid_argument} if it has too many rows.
    [[nodiscard]] SparseMatrix transposed() const;
    /// Returns A^H, which is A^T for real types.
    [[nodiscard]] SparseMatrix adjoint() const;

    /// Returns statistics of the row lengths. Reads row_start() once.
    [[nodiscard]] SparseStructure structure() const;
    /// Returns a hash of the positions of the nonzeros: equal positions give equal numbers, on any machine.
    /// Values are not part of it. Reads all indices once.
    [[nodiscard]] std::uint64_t fingerprint() const;

  private:
    explicit SparseMatrix(std::shared_ptr<const CsrArrays<T>> arrays) noexcept : arrays_(std::move(arrays)) {}
    static SparseMatrix mended(CsrArrays<T> arrays, SparseInput input);

    std::shared_ptr<const CsrArrays<T>> arrays_;
};

}  // namespace hg
