#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include <hg/sparse/sparse_matrix.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hg {

class Session;

/// op(A) of a sparse matrix A on the devices of a session. The rows are divided among the devices, and their
/// arrays stay in device memory between products. A device receives only those parts of a vector x for which
/// it has nonzeros.
///
///     hg::DistributedSparseMatrix<double> distributed(A);
///     for (...) distributed.multiply(1, x, 0, y);
///
/// The order of the sum for each element of y depends on the matrix, the format and its options, not on the
/// number of devices. csr_merge, coo and hybrid are exceptions: there, the order depends on how the rows are
/// divided.
///
/// If devices fail in a product, the host completes it, and the next product uses the remaining devices. If
/// none is left, the host computes everything. Thread-safe, except for moves.
template <Element T>
class DistributedSparseMatrix {
  public:
    /// Divides op(A) and moves it to the devices. Keeps a copy of A, which shares A's arrays, and for the
    /// other two ops the transposed matrix.
    ///
    /// @param session  the session whose devices hold the matrix; if null, the process-wide session. It must
    ///                 outlive this object
    ///
    /// Throws Error{invalid_argument} if options do not fit together, or if a row or a slice has more than
    /// 2^31 - 1 places; and what Machine::run() throws.
    explicit DistributedSparseMatrix(const SparseMatrix<T>& A, Op op = Op::none,
                                     const SpmvOptions& options = {}, Session* session = nullptr);
    ~DistributedSparseMatrix();
    DistributedSparseMatrix(
        DistributedSparseMatrix&&) noexcept;  ///< A moved-from object can only be destroyed.
    DistributedSparseMatrix& operator=(
        DistributedSparseMatrix&&) noexcept;  ///< A moved-from object can only be destroyed.

    /// Returns the rows of op(A).
    [[nodiscard]] std::int64_t rows() const noexcept;
    /// Returns the columns of op(A).
    [[nodiscard]] std::int64_t cols() const noexcept;
    /// Returns the format in which the devices store the matrix; never automatic.
    [[nodiscard]] SparseFormat format() const noexcept;
    /// Returns false if the arrays are transferred to the devices in each product.
    [[nodiscard]] bool is_resident() const noexcept;

    /// Computes y := alpha op(A) x + beta y, with x and y in host memory.
    ///
    /// @param alpha, beta  if alpha = 0, A and x are not read; if beta = 0, y is not read
    /// @param x            cols() elements
    /// @param y            rows() elements; must not overlap x (unless alpha = 0) or arrays of A that were
    ///                     adopted
    ///
    /// Throws Error{invalid_argument} if vectors have other lengths or y overlaps, before anything is
    /// touched. Throws what Machine::run() throws.
    void multiply(std::type_identity_t<T> alpha, std::span<const std::type_identity_t<T>> x,
                  std::type_identity_t<T> beta, std::span<std::type_identity_t<T>> y);

    /// Computes Y := alpha op(A) X + beta Y, column-major, for several vectors together.
    ///
    /// @param columns   number of vectors, >= 0
    /// @param X, ldx    cols() x columns; ldx >= max(1, cols())
    /// @param Y, ldy    rows() x columns; ldy >= max(1, rows())
    void multiply(std::int64_t columns, std::type_identity_t<T> alpha, const T* X, std::int64_t ldx,
                  std::type_identity_t<T> beta, T* Y, std::int64_t ldy);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg
