// Runs the kernels of LU, Cholesky and QR factorizations at small, odd sizes, as oclgrind_kernels.cpp does
// with the others. Panels by several work-groups are left out: the groups wait for each other, which Oclgrind
// takes for a race.
#include <complex>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/cholesky/cholesky.hpp"
#include "kernels/elementwise/copy.hpp"
#include "kernels/lu/lu_panel.hpp"
#include "kernels/lu/lu_solve.hpp"
#include "kernels/lu/lu_tournament.hpp"
#include "kernels/lu/row_moves.hpp"
#include "kernels/qr/qr_panel.hpp"
#include "kernels/qr/qr_tree.hpp"
#include "oclgrind_device.hpp"

namespace {

using namespace hg;
using test::AnyMatrix;
using test::Device;
using test::Matrix;

/// On copies of the operands.
template <class... M>
void check(Device& device, const InstructionPtr& instruction, const std::vector<ScalarValue>& scalars,
           M... operands) {
    test::check(device, *instruction, {AnyMatrix(operands)...}, scalars);
}

/// Elections among few columns: Oclgrind takes long for 256 work-items.
template <class T>
void check_tournament(Device& device) {
    constexpr ElementType type = element_type_of<T>();
    const std::int64_t m = 300, n = 2;
    const Matrix<T> a(m, n, 3, 1);
    Matrix<std::int32_t> candidates(n, 2, 1, 2);
    check(device, kernels::tournament_leaf(type), {}, a, candidates);
    candidates.data = {123, 7, 0, 290, 256, 0};
    Matrix<std::int32_t> last(n, 1, 0, 3);
    check(device, kernels::tournament_round(type), {}, a, candidates, last);
    last.data = {1, 290};
    check(device, kernels::tournament_moves(), {}, last, Matrix<std::int32_t>(2 * n, 3, 0, 4));
}

template <class T>
void check_type(Device& device) {
    constexpr ElementType type = element_type_of<T>();
    const std::int64_t m = 37, n = 6;
    Matrix<T> a(m, n, 3, 1);
    Matrix<std::int32_t> moves(2 * n, 3, 0, 2);
    Matrix<std::int32_t> scratch(kernels::lu_scratch_elements(), 1, 0, 3);
    check(device, kernels::lu_panel(type), {1}, a, moves, scratch);

    for (std::int64_t i = 0; i < n; ++i)
        moves.data[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(m - 1 - i);
    kernels::list_moves(moves.data.data(), moves.ld, n);
    for (const double backward : {0, 1})
        check(device, kernels::swap_rows(type), {double{n}, backward}, moves, a);
    check(device, kernels::merge_moves(), {double{n}}, moves, Matrix<std::int32_t>(2 * n, 3, 0, 4));
    check(device, kernels::copy(type), {}, a, Matrix<T>(m, n, 2, 5));

    const std::int64_t k = 21;
    Matrix<T> triangle(k, k, 1, 6);
    for (std::int64_t i = 0; i < k; ++i)
        triangle.data[static_cast<std::size_t>(i * (triangle.ld + 1))] += T{9};
    check(device, kernels::solve_right_upper(type), {}, triangle, Matrix<T>(m, k, 1, 7));
    check(device, kernels::lu_diagonal(type), {}, triangle);
    for (T& x : triangle.data) x /= T{9};
    check(device, kernels::solve_lower_unit(type), {}, triangle, Matrix<T>(k, n, 2, 8));
}

/// A positive definite block, the same with a pivot that fails, and what follows either.
template <class T>
void check_cholesky(Device& device) {
    constexpr ElementType type = element_type_of<T>();
    const std::int64_t n = 9;
    Matrix<T> a(n, n, 2, 1);
    for (std::int64_t i = 0; i < n; ++i) {
        T& diagonal = a.data[static_cast<std::size_t>(i * (a.ld + 1))];
        diagonal = T(std::real(diagonal)) + T{9};  // a factor's is real, too
    }
    Matrix<T> not_definite = a;
    not_definite.data[static_cast<std::size_t>(4 * (a.ld + 1))] = -1;
    Matrix<std::int32_t> info(1, 1, 0, 2);
    for (const std::int32_t failed : {0, 3}) {
        info.data = {failed};
        check(device, kernels::cholesky_diagonal(type), {100}, a, info);
        check(device, kernels::cholesky_diagonal(type), {100}, not_definite, info);
        check(device, kernels::cholesky_solve(type), {}, info, a, Matrix<T>(37, n, 1, 3));
        check(device, kernels::cholesky_skip(type), {}, info, a, Matrix<T>(n, n, 1, 4),
              Matrix<std::int32_t>(2, 1, 0, 5));
    }
}

/// A panel, and the triangles of block reflectors, the last of which is smaller.
template <class T>
void check_qr(Device& device) {
    constexpr ElementType type = element_type_of<T>();
    const std::int64_t n = 9, m = 37;
    Matrix<std::int32_t> scratch(kernels::qr_scratch_elements(type), 1, 0, 1);
    scratch.data.assign(scratch.data.size(), 0);
    check(device, kernels::qr_panel(type), {1}, Matrix<T>(m, n, 1, 2), Matrix<T>(m, n, 2, 3),
          Matrix<T>(n, 1, 0, 4), Matrix<T>(n, n, 1, 5), scratch);
    const std::int64_t order = kernels::kQrTriangle + 3;
    check(device, kernels::qr_triangles(type), {}, Matrix<T>(order, order, 1, 6), Matrix<T>(order, 1, 0, 7),
          Matrix<T>(order, order, 2, 8));
}

/// The steps of a tree for two blocks, the last of which has fewer rows than columns.
template <class T>
void check_qr_tree(Device& device) {
    const kernels::QrTree tree{.type = element_type_of<T>(), .width = 8, .rows = 32, .portable = true};
    const std::int64_t n = 7, m = 37, stacked = tree.blocks(m) * n;
    const Matrix<T> A(m, n, 1, 1), V(m, n, 2, 2), T0(n, stacked, 1, 3), C(stacked, n, 3, 4),
        square(n, n, 1, 5);
    check(device, kernels::qr_tree_factor(tree), {}, A, V, T0, C);
    check(device, kernels::qr_tree_expand(tree), {}, V, T0, C, A);
    check(device, kernels::qr_tree_reconstruct(tree), {}, V, T0, C, square, Matrix<T>(n, 1, 0, 6), square,
          square, square);
    check(device, kernels::qr_tree_finish(tree), {}, A, V, T0, C, square, square);
}

/// `all` types; otherwise one of each kernel, real or complex, as the types of a kernel share its source.
void check_types(Device& device, bool all) {
    check_type<std::complex<float>>(device);
    check_cholesky<float>(device);
    check_qr<std::complex<double>>(device);
    check_qr_tree<float>(device);
    check_tournament<std::complex<double>>(device);
    if (!all) return;
    check_type<double>(device);
    check_cholesky<std::complex<double>>(device);
    check_qr<double>(device);
    check_qr_tree<std::complex<float>>(device);
    check_tournament<float>(device);
    check_type<float>(device);
    check_type<std::complex<double>>(device);
    check_cholesky<double>(device);
    check_cholesky<std::complex<float>>(device);
    check_qr<float>(device);
    check_qr_tree<double>(device);
    check_tournament<double>(device);
}

}  // namespace

int main(int count, char**) {
    return test::run_checks([&](Device& device) { check_types(device, count > 1); });
}
