#include "tools/hgctl/matrices/linear_system.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "blas/cost/flops.hpp"
#include "tools/workload/rule/residual.hpp"
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/gels.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/posv.hpp>

namespace hgctl {
namespace {

std::int64_t leading(std::int64_t rows) {
    return std::max<std::int64_t>(1, rows);
}

/// The same matrix with this number of rows: the last ones are left out, or rows are added that are not
/// filled.
template <class T>
void set_rows(NpyMatrix& matrix, std::int64_t rows) {
    if (rows == matrix.rows) return;
    NpyMatrix other = make_matrix(matrix.type, rows, matrix.cols, true);
    for (std::int64_t j = 0; j < matrix.cols; ++j)
        std::copy_n(matrix.as<T>() + j * matrix.rows, std::min(rows, matrix.rows), other.as<T>() + j * rows);
    matrix.data = std::move(other.data);
    matrix.rows = rows;
}

template <class T>
std::int64_t solve_by_qr(hg::Session& session, LinearSystem& system) {
    const std::int64_t m = system.a.rows;
    const std::int64_t n = system.a.cols;
    set_rows<T>(system.b, std::max(m, n));
    const std::int64_t info =
        hg::gels(session, hg::Layout::col_major, hg::Op::none, m, n, system.b.cols, system.a.as<T>(),
                 leading(m), system.b.as<T>(), leading(system.b.rows));
    set_rows<T>(system.b, n);
    return info;
}

/// By dsgesv or dsposv, of complex elements by zcgesv or zcposv.
template <class T>
SolveOutcome refine(hg::Session& session, LinearSystem& system) {
    const std::int64_t n = system.a.rows;
    const std::int64_t nrhs = system.b.cols;
    T* const a = system.a.as<T>();
    const T* const b = system.b.as<T>();
    NpyMatrix x = make_matrix(system.b.type, n, nrhs, true);
    T* const solution = x.as<T>();
    SolveOutcome outcome;
    std::vector<std::int64_t> ipiv(static_cast<std::size_t>(n));
    const std::int64_t ld = leading(n);
    constexpr hg::Uplo lower = hg::Uplo::lower;
    std::int64_t* const steps = &outcome.steps;
    if constexpr (hg::ComplexElement<T>)
        outcome.info = system.is_definite() ? hg::zcposv(session, hg::Layout::col_major, lower, n, nrhs, a,
                                                         ld, b, ld, solution, ld, steps)
                                            : hg::zcgesv(session, hg::Layout::col_major, n, nrhs, a, ld,
                                                         ipiv.data(), b, ld, solution, ld, steps);
    else
        outcome.info = system.is_definite() ? hg::dsposv(session, hg::Layout::col_major, lower, n, nrhs, a,
                                                         ld, b, ld, solution, ld, steps)
                                            : hg::dsgesv(session, hg::Layout::col_major, n, nrhs, a, ld,
                                                         ipiv.data(), b, ld, solution, ld, steps);
    system.b.data = std::move(x.data);
    return outcome;
}

}  // namespace

double LinearSystem::flops() const {
    const double each = hg::real_operations(a.type);
    if (factors == Factors::qr) return each * hg::gels_flops(a.rows, a.cols, b.cols);
    return each * (is_definite() ? hg::posv_flops(a.rows, b.cols) : hg::gesv_flops(a.rows, b.cols));
}

template <class T>
SolveOutcome solve(hg::Session& session, LinearSystem& system) {
    const std::int64_t n = system.a.rows;
    const std::int64_t nrhs = system.b.cols;
    T* const a = system.a.as<T>();
    T* const b = system.b.as<T>();
    if (system.factors == Factors::qr) return {.info = solve_by_qr<T>(session, system)};
    if (system.factors == Factors::cholesky)
        return {.info = hg::posv(session, hg::Layout::col_major, hg::Uplo::lower, n, nrhs, a, leading(n), b,
                                 leading(n))};
    if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::complex<double>>)
        if (system.is_refined()) return refine<T>(session, system);
    std::vector<std::int64_t> ipiv(static_cast<std::size_t>(n));
    return {.info = hg::gesv(session, hg::Layout::col_major, n, nrhs, a, leading(n), ipiv.data(), b,
                             leading(n), {.pivoting = system.pivoting})};
}

template <class T>
void compile_kernels(hg::Session& session, const LinearSystem& system) {
    constexpr std::int64_t kOrder = 512;
    const NpyMatrix& a = system.a;
    const std::int64_t m = std::min(a.rows, a.rows > a.cols ? 2 * kOrder : kOrder);
    const std::int64_t n = std::min(a.cols, a.cols > a.rows ? 2 * kOrder : kOrder);
    LinearSystem small{.a = make_matrix(a.type, m, n, true),
                       .b = make_matrix(a.type, m, std::min(system.b.cols, kOrder), true),
                       .factors = system.factors,
                       .pivoting = system.pivoting};
    std::fill_n(small.a.as<T>(), m * n, T{0});
    for (std::int64_t i = 0; i < std::min(m, n); ++i) small.a.as<T>()[i * m + i] = T{1};
    std::fill_n(small.b.as<T>(), m * small.b.cols, T{1});
    solve<T>(session, small);
}

/// Factors by which all columns of X and B count alike, whatever their scales: signs over |A| |x| + |b|.
template <class T>
std::vector<Wide<T>> even_combination(const StoredMatrix<T>& A, const StoredMatrix<T>& X,
                                      const StoredMatrix<T>& B) {
    std::vector<Wide<T>> z = random_signs<T>(X.cols);
    if (X.cols == 1) return z;
    const auto largest_of_column = [](const StoredMatrix<T>& matrix, std::int64_t j) {
        WidePart<T> most = 0;
        for (std::int64_t i = 0; i < matrix.rows; ++i)
            most = std::max(most, magnitude(to_wide<T>(matrix(i, j))));
        return most;
    };
    const WidePart<T> norm = multiply<T>(A, std::vector<Wide<T>>(static_cast<std::size_t>(A.cols))).norm;
    for (std::int64_t j = 0; j < X.cols; ++j) {
        const WidePart<T> scale = norm * largest_of_column(X, j) + largest_of_column(B, j);
        // What is not finite shows in the combination itself.
        if (scale > 0 && std::isfinite(scale)) z[static_cast<std::size_t>(j)] /= scale;
    }
    return z;
}

template <class T>
SystemResidual residual(const LinearSystem& given, const NpyMatrix& x) {
    const std::int64_t most = std::max(given.a.rows, given.a.cols);
    if (given.a.rows == 0 || given.a.cols == 0 || x.cols == 0) return {};
    const auto stored = [](const NpyMatrix& matrix) {
        return StoredMatrix<T>{matrix.as<T>(), matrix.rows, matrix.cols, matrix.rows};
    };
    const StoredMatrix<T> A = stored(given.a);
    const StoredMatrix<T> X = stored(x);
    const StoredMatrix<T> B = stored(given.b);
    const std::vector<Wide<T>> z = even_combination(A, X, B);
    const std::vector<Wide<T>> xz = multiply<T>(X, z).values;
    const std::vector<Wide<T>> bz = multiply<T>(B, z).values;
    const Product<T> product = multiply<T>(A, xz);
    const double error =
        given.is_least_squares() ? least_squares_error(A, product, xz, bz) : backward_error(product, xz, bz);
    return {error / static_cast<double>(most), relative_residual(product, bz)};
}

#define HG_INSTANTIATE(T)                                                \
    template SolveOutcome solve<T>(hg::Session&, LinearSystem&);         \
    template void compile_kernels<T>(hg::Session&, const LinearSystem&); \
    template SystemResidual residual<T>(const LinearSystem&, const NpyMatrix&);
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hgctl
