#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <hg/blas/types.hpp>
#include <hg/sparse/csr_arrays.hpp>
#include <hg/sparse/sparse_structure.hpp>

namespace hg {

/// What a factory may mend in the arrays that it is given. What it may not is an error.
struct SparseInput {
    bool sort = false;  ///< columns of a row may stand in any order
    bool sum_duplicates =
        false;  ///< an element may be given several times: its value is their sum, in the order given
};

/// A sparse matrix in host memory: its nonzeros by rows, and by ascending columns within a row, each once. "Nonzero" is any
/// element that is kept; its value may be zero. The matrix never changes, and copies share its arrays.
///
/// All functions use the process's threads for loops. Thread-safe. What is made depends on the arguments alone, not on the
/// number of threads.
///
/// Memory follows the elements and the rows, of which row_start has a number each, and not the columns.
/// from_coo(), transposed() and adjoint() make at most 2^24 rows and 64 more for each element; from_csr() and
/// adopt() take as many rows as row_start has.
///
/// Errors of the factories: Error{invalid_argument} that names the row, the column or the place that is
/// wrong, or the most rows, and Error{out_of_memory}.
template <Element T>
class SparseMatrix {
  public:
    /// 0 x 0.
    SparseMatrix();

    /// Compressed sparse rows. The matrix has copies of the arrays.
    ///
    /// @param rows, cols   size, 0 to 2^60
    /// @param row_start    rows + 1 numbers that do not fall, from 0 to the number of nonzeros
    /// @param column       of each nonzero: from 0 to cols - 1, ascending within a row unless `input` says otherwise
    /// @param value        of each nonzero
    /// @param input        what may be mended; by default nothing
    static SparseMatrix from_csr(std::int64_t rows, std::int64_t cols,
                                 std::span<const std::int32_t> row_start,
                                 std::span<const std::int32_t> column, std::span<const T> value,
                                 SparseInput input = {});
    /// The same with indices of 64 bits.
    static SparseMatrix from_csr(std::int64_t rows, std::int64_t cols,
                                 std::span<const std::int64_t> row_start,
                                 std::span<const std::int64_t> column, std::span<const T> value,
                                 SparseInput input = {});

    /// Elements with their rows and columns, in any order. The matrix has copies of the arrays.
    ///
    /// @param rows, cols      size, 0 to 2^60
    /// @param row, column     of each nonzero: from 0 to rows - 1, and from 0 to cols - 1
    /// @param value           of each nonzero
    /// @param sum_duplicates  an element may be given several times: its value is their sum, in the order given
    static SparseMatrix from_coo(std::int64_t rows, std::int64_t cols, std::span<const std::int32_t> row,
                                 std::span<const std::int32_t> column, std::span<const T> value,
                                 bool sum_duplicates = false);
    /// The same with indices of 64 bits.
    static SparseMatrix from_coo(std::int64_t rows, std::int64_t cols, std::span<const std::int64_t> row,
                                 std::span<const std::int64_t> column, std::span<const T> value,
                                 bool sum_duplicates = false);

    /// Compressed sparse rows without a copy. The rules are those of from_csr() with nothing to mend. If the
    /// arrays lie in memory of someone else's, nobody may change it while the matrix, a copy of it or a
    /// DistributedSparseMatrix made from it is in use: indices are checked here alone.
    static SparseMatrix adopt(CsrArrays<T> arrays);

    /// Rows of the matrix.
    [[nodiscard]] std::int64_t rows() const noexcept { return arrays_->rows; }
    /// Columns of the matrix.
    [[nodiscard]] std::int64_t cols() const noexcept { return arrays_->cols; }
    /// Elements that are kept.
    [[nodiscard]] std::int64_t nonzeros() const noexcept { return arrays_->value.size(); }

    /// rows() + 1: the nonzeros of row i are those from row_start()[i] to row_start()[i + 1].
    [[nodiscard]] std::span<const std::int64_t> row_start() const noexcept {
        return arrays_->row_start.span();
    }
    /// Column of each nonzero if cols() < 2^31; empty otherwise.
    [[nodiscard]] std::span<const std::int32_t> columns() const noexcept { return arrays_->column.span(); }
    /// Column of each nonzero if cols() >= 2^31; empty otherwise.
    [[nodiscard]] std::span<const std::int64_t> wide_columns() const noexcept {
        return arrays_->wide_column.span();
    }
    /// True if wide_columns() has the columns: cols() >= 2^31.
    [[nodiscard]] bool is_wide() const noexcept;
    /// Value of each nonzero.
    [[nodiscard]] std::span<const T> values() const noexcept { return arrays_->value.span(); }

    /// A^T. Takes the memory of a second matrix. Throws Error{invalid_argument} if it has too many rows.
    [[nodiscard]] SparseMatrix transposed() const;
    /// A^H; the same as A^T for real types.
    [[nodiscard]] SparseMatrix adjoint() const;

    /// The figures of the rows' lengths. Reads row_start() once.
    [[nodiscard]] SparseStructure structure() const;
    /// A number that stands for the places of the nonzeros: equal ones give equal numbers, on any machine. Values are no part of
    /// it. Reads all indices once.
    [[nodiscard]] std::uint64_t fingerprint() const;

  private:
    explicit SparseMatrix(std::shared_ptr<const CsrArrays<T>> arrays) noexcept : arrays_(std::move(arrays)) {}
    static SparseMatrix mended(CsrArrays<T> arrays, SparseInput input);

    std::shared_ptr<const CsrArrays<T>> arrays_;
};

}  // namespace hg
