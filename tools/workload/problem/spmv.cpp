#include "tools/workload/problem/spmv.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "tools/workload/matrices/format_words.hpp"
#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/problem/blas_operand.hpp"
#include "tools/workload/rule/draw.hpp"
#include "tools/workload/rule/spmv_error.hpp"
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/generate.hpp>

namespace hgctl {
namespace {

/// A matrix of some rule, of about so many rows; `rule` becomes its name.
template <hg::Element T>
hg::SparseMatrix<T> drawn_matrix(RandomNumbers& numbers, std::int64_t n_max, std::uint64_t seed,
                                 std::string& rule) {
    const std::int64_t n = draw_size(numbers, n_max), cols = draw_size(numbers, n_max);
    const std::int64_t few = std::min<std::int64_t>(cols, 9);
    const auto of = [&](const char* its_name, hg::SparseMatrix<T> matrix) {
        rule = its_name;
        return matrix;
    };
    switch (numbers.between(0, 8)) {
        case 0:
            return of("stencil5", hg::laplacian<T>(5, n, 7));
        case 1:
            return of("stencil27", hg::laplacian<T>(27, n, 3, 5));
        case 2:
            return of("rmat",
                      hg::rmat_matrix<T>(static_cast<int>(std::log2(static_cast<double>(n + 1))), 6, seed));
        case 3:
            return of("arrow", hg::arrow_matrix<T>(n, seed));
        case 4:
            return of("banded", hg::banded_matrix<T>(n, 5, seed));
        case 5:
            return of("blocks", hg::block_diagonal_matrix<T>(n, 6, seed));
        case 6:
            return of("dense_row", hg::dense_row_matrix<T>(n, cols, few / 2, few, seed));
        case 7:
            return of("empty_rows", hg::empty_rows_matrix<T>(n, cols, few / 2, few, seed));
        default:
            return of("random", hg::random_rows_matrix<T>(n, cols, 0, cols, seed));
    }
}

template <hg::Element T>
BlasOperand<T> draw_vector(const char* name, bool written, bool used, std::int64_t n, std::uint64_t seed) {
    BlasOperand<T> x({.name = name, .written = written, .inc = 1}, {n, 1, n}, not_a_number<T>());
    if (used) x.fill(seed);
    return x;
}

template <class T>
CheckResult check_product(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    std::string rule;
    const hg::SparseMatrix<T> A = drawn_matrix<T>(numbers, n_max, seed, rule);
    const hg::Op op = std::vector{hg::Op::none, hg::Op::trans,
                                  hg::Op::conj_trans}[static_cast<std::size_t>(numbers.between(0, 2))];
    const hg::SparseFormat format =
        kSparseFormats[static_cast<std::size_t>(numbers.between(0, std::int64_t{kSparseFormats.size()} - 1))];
    const T alpha = draw_scalar<T>(numbers), beta = draw_scalar<T>(numbers);
    const hg::SparseMatrix<T> used = op == hg::Op::none    ? A
                                     : op == hg::Op::trans ? A.transposed()
                                                           : A.adjoint();
    const BlasOperand<T> x = draw_vector<T>("x", false, alpha != T{0}, used.cols(), numbers.next());
    BlasOperand<T> y = draw_vector<T>("y", true, beta != T{0}, used.rows(), numbers.next());
    CheckResult result;
    result.problem = "spmv " + rule + " " + static_cast<char>(op) + " " + std::to_string(A.rows()) + " x " +
                     std::to_string(A.cols()) + ", " + std::to_string(A.nonzeros()) + " nonzeros, " +
                     std::string(hg::name(format));
    run_checked(session, result, [&] {
        hg::DistributedSparseMatrix<T> distributed(A, op, {.format = format}, &session);
        distributed.multiply(alpha, std::span(x.data(), static_cast<std::size_t>(used.cols())), beta,
                             std::span(y.data(), static_cast<std::size_t>(used.rows())));
    });
    if (result.passed()) result.fault = x.fault() + y.fault();
    if (!result.passed()) return result;
    result.error = spmv_error<T>(alpha, used, x.data(), beta, y.before().data, y.data());
    judge(result);
    return result;
}

}  // namespace

CheckResult check_spmv(hg::ElementType type, hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    return with_floating_type(type, [&]<class T>() { return check_product<T>(session, seed, n_max); });
}

}  // namespace hgctl
