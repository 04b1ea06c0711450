#include <complex>
#include <string>

#include "kernels/element_arithmetic.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/sparse/host_product.hpp>

namespace hg {
namespace {

void check_length(int argument, const char* name, std::size_t length, std::int64_t needed) {
    if (static_cast<std::int64_t>(length) == needed) return;
    require_argument(false, "host_product", argument, name,
                     std::string(name) + " has " + std::to_string(length) + " elements; op(A) needs " +
                         std::to_string(needed));
}

/// y := beta y + alpha A x for rows of A.
template <class Column, Element T>
void multiply_rows(T alpha, const SparseMatrix<T>& A, const Column* column, const T* x, T beta, T* y) {
    const std::int64_t* start = A.row_start().data();
    const T* value = A.values().data();
    sparse::for_rows(A.row_start(), [=](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            T sum{0};
            for (std::int64_t k = start[i]; k < start[i + 1]; ++k)
                sum = kernels::multiply_add(value[k], x[column[k]], sum);
            const T product = kernels::multiply(alpha, sum);
            y[i] = beta == T{0} ? product : kernels::multiply_add(beta, y[i], product);
        }
    });
}

template <Element T>
void scale(T beta, std::span<T> y) {
    sparse::for_ranges(static_cast<std::int64_t>(y.size()), [=](std::int64_t first, std::int64_t last) {
        for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
            y[i] = beta == T{0} ? T{0} : kernels::multiply(beta, y[i]);
    });
}

}  // namespace

template <Element T>
void host_product(Op op, std::type_identity_t<T> alpha, const SparseMatrix<T>& A,
                  std::span<const std::type_identity_t<T>> x, std::type_identity_t<T> beta,
                  std::span<std::type_identity_t<T>> y) {
    const bool plain = op == Op::none;
    check_length(4, "x", x.size(), plain ? A.cols() : A.rows());
    check_length(6, "y", y.size(), plain ? A.rows() : A.cols());
    if (alpha == T{0}) return scale(T{beta}, y);
    const SparseMatrix<T> used = plain ? A : op == Op::trans ? A.transposed() : A.adjoint();
    sparse::with_columns(
        used, [&](const auto* column) { multiply_rows(alpha, used, column, x.data(), T{beta}, y.data()); });
}

#define HG_INSTANTIATE(T) \
    template void host_product(Op, T, const SparseMatrix<T>&, std::span<const T>, T, std::span<T>);
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg
