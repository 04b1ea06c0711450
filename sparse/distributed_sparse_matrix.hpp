#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include <hg/sparse/sparse_matrix.hpp>
#include <hg/sparse/spmv_options.hpp>

namespace hg {

class Session;

/// op(A) of a sparse matrix A on the devices of a session: rows are divided among them, and their arrays stay
/// in the devices' memory from product to product. Of a vector x only those stretches cross a link of which
/// the device has nonzeros.
///
///     hg::DistributedSparseMatrix<double> distributed(A);
///     for (...) distributed.multiply(1, x, 0, y);
///
/// The sum of each element of y has an order that follows from the matrix, the format and its options, not
/// from the number of devices; csr_merge, coo and hybrid are an exception: there it depends on how rows are
/// divided.
///
/// If devices fail in a product, the host does what is left undone, and the next product takes those that are
/// left. Without a device, the host does all of it. Thread-safe, but for moves.
template <Element T>
class DistributedSparseMatrix {
  public:
    /// Divides op(A) and moves it to the devices. Keeps a copy of A, which shares its arrays, and for the
    /// other two ops the transposed matrix.
    ///
    /// @param session  whose devices hold it; the process-wide one if null. It must outlive this
    ///
    /// Throws Error{invalid_argument} for options that do not fit together, or more than 2^31 - 1 places in a
    /// row or a slice; and what Machine::run() throws.
    explicit DistributedSparseMatrix(const SparseMatrix<T>& A, Op op = Op::none,
                                     const SpmvOptions& options = {}, Session* session = nullptr);
    ~DistributedSparseMatrix();
    DistributedSparseMatrix(
        DistributedSparseMatrix&&) noexcept;  ///< What was moved from can only be destroyed.
    DistributedSparseMatrix& operator=(
        DistributedSparseMatrix&&) noexcept;  ///< What was moved from can only be destroyed.

    /// Rows of op(A).
    [[nodiscard]] std::int64_t rows() const noexcept;
    /// Columns of op(A).
    [[nodiscard]] std::int64_t cols() const noexcept;
    /// How the devices hold it: never automatic.
    [[nodiscard]] SparseFormat format() const noexcept;
    /// False if its arrays go to the devices in each product.
    [[nodiscard]] bool is_resident() const noexcept;

    /// y := alpha op(A) x + beta y, with x and y in host memory.
    ///
    /// @param alpha, beta  alpha = 0: A and x are not read. beta = 0: y is not read
    /// @param x            cols() elements
    /// @param y            rows() elements; must not overlap x, unless alpha = 0, or arrays of A that were
    ///                     adopted
    ///
    /// Throws Error{invalid_argument} for vectors of other lengths and a y that overlaps, before anything is
    /// touched, and what Machine::run() throws.
    void multiply(std::type_identity_t<T> alpha, std::span<const std::type_identity_t<T>> x,
                  std::type_identity_t<T> beta, std::span<std::type_identity_t<T>> y);

    /// Y := alpha op(A) X + beta Y, column-major, for several vectors at once.
    ///
    /// @param columns   vectors, 0 or more
    /// @param X, ldx    cols() x columns; ldx >= max(1, cols())
    /// @param Y, ldy    rows() x columns; ldy >= max(1, rows())
    void multiply(std::int64_t columns, std::type_identity_t<T> alpha, const T* X, std::int64_t ldx,
                  std::type_identity_t<T> beta, T* Y, std::int64_t ldy);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg
