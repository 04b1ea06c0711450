#include <string>

#include "host_blas/each_element.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "kernels/sparse/fused_products.hpp"
#include "sparse/matrix/check_apart.hpp"
#include "sparse/matrix/host_rows.hpp"
#include "sparse/matrix/matrix_columns.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/sparse/host_product.hpp>

namespace hg {
namespace sparse {

template <Element T>
void host_rows(const SparseMatrix<T>& A, std::int64_t first, std::int64_t last, T alpha, const T* x, T beta,
               T* y) {
    const std::int64_t* start = A.row_start().data();
    const T* value = A.values().data();
    with_columns(A, [&](const auto* column) {
        const auto rows = A.row_start().subspan(static_cast<std::size_t>(first),
                                                static_cast<std::size_t>(last - first) + 1);
        for_rows(rows, [=](std::int64_t begin, std::int64_t end) {
            kernels::with_fused_products([=] {
                for (std::int64_t i = first + begin; i < first + end; ++i) {
                    T sum{0};
                    for (std::int64_t k = start[i]; k < start[i + 1]; ++k)
                        sum = multiply_add(value[k], x[column[k]], sum);
                    const T product = multiply(alpha, sum);
                    y[i] = beta == T{0} ? product : scaled_sum(beta, y[i], product);
                }
            });
        });
    });
}

template <Element T>
void host_scale(T beta, std::int64_t n, T* y) {
    if (beta == T{1}) return;
    for_each_index(n, [=](std::int64_t i) { y[i] = beta == T{0} ? T{0} : multiply(beta, y[i]); });
}

}  // namespace sparse

namespace {

void check_length(int argument, const char* name, std::size_t length, std::int64_t needed) {
    if (static_cast<std::int64_t>(length) == needed) return;
    require_argument(false, "host_product", argument, name,
                     std::string(name) + " has " + std::to_string(length) + " elements; op(A) needs " +
                         std::to_string(needed));
}

}  // namespace

template <Element T>
void host_product(Op op, std::type_identity_t<T> alpha, const SparseMatrix<T>& A,
                  std::span<const std::type_identity_t<T>> x, std::type_identity_t<T> beta,
                  std::span<std::type_identity_t<T>> y) {
    const bool plain = op == Op::none;
    check_length(4, "x", x.size(), plain ? A.cols() : A.rows());
    check_length(6, "y", y.size(), plain ? A.rows() : A.cols());
    const std::span<const T> read = alpha == T{0} ? std::span<const T>() : x;
    sparse::check_apart<T>("host_product", 6, "y", sparse::region_of(std::span<const T>(y)), "x",
                           sparse::region_of(read), A);
    if (alpha == T{0}) return sparse::host_scale<T>(beta, static_cast<std::int64_t>(y.size()), y.data());
    const SparseMatrix<T> used = plain ? A : op == Op::trans ? A.transposed() : A.adjoint();
    sparse::host_rows<T>(used, 0, used.rows(), alpha, x.data(), beta, y.data());
}

#define HG_INSTANTIATE(T)                                                                                    \
    template void sparse::host_rows(const SparseMatrix<T>&, std::int64_t, std::int64_t, T, const T*, T, T*); \
    template void sparse::host_scale(T, std::int64_t, T*);                                                   \
    template void host_product(Op, T, const SparseMatrix<T>&, std::span<const T>, T, std::span<T>);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg
