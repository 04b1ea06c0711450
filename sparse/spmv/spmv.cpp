#include <string>

#include "host_blas/each_element.hpp"
#include "runtime/program/base/current_error.hpp"
#include "sparse/matrix/check_apart.hpp"
#include "sparse/spmv/wait_for_vectors.hpp"
#include <hg/blas/session.hpp>
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/host_product.hpp>
#include <hg/sparse/spmv.hpp>

namespace hg {

template <Element T>
void spmv(Op op, std::type_identity_t<T> alpha, const SparseMatrix<T>& A,
          std::span<const std::type_identity_t<T>> x, std::type_identity_t<T> beta,
          std::span<std::type_identity_t<T>> y, const SpmvOptions& options, Session* session) {
    throwing_errors_only([&] {
        const std::span<const T> read = alpha == T{0} ? std::span<const T>() : x;
        sparse::check_apart<T>("spmv", 6, "y", sparse::region_of(std::span<const T>(y)), "x",
                               sparse::region_of(read), A);
        Session& used = session != nullptr ? *session : Session::global();
        if (used.vectors_run_on_cpu()) {
            sparse::wait_for_vectors<T>(used, x, y);
            return host_product(op, alpha, A, x, beta, y);
        }
        // Its arrays would go to the devices once either way.
        SpmvOptions once = options;
        once.streamed = true;
        DistributedSparseMatrix<T>(A, op, once, &used).multiply(alpha, x, beta, y);
    });
}

#define HG_INSTANTIATE(T)                                                                  \
    template void spmv(Op, T, const SparseMatrix<T>&, std::span<const T>, T, std::span<T>, \
                       const SpmvOptions&, Session*);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg
