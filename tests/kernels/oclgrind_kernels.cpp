// Runs every kernel of the library once or more at small, odd sizes through the plain OpenCL C
// interface and compares with the host reference: a program small enough for Oclgrind, which watches
// each access. Exit status 1 for a wrong result. Under Oclgrind its log shows races and accesses
// that are invalid or uninitialized.
#include <algorithm>
#include <complex>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/elementwise/difference.hpp"
#include "kernels/elementwise/gather_columns.hpp"
#include "kernels/elementwise/identity.hpp"
#include "kernels/elementwise/symmetric_part.hpp"
#include "kernels/gemm/gemm_triangle.hpp"
#include "oclgrind_device.hpp"
#include "support/reference_gemm.hpp"
#include <hg/kernels/gemm.hpp>
#include <hg/kernels/scale.hpp>

namespace {

using namespace hg;
using test::Device;
using test::expect_close;
using test::Matrix;

std::string extents(std::int64_t m, std::int64_t n, std::int64_t k) {
    return " " + std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
}

template <class T>
void check_gemm(Device& device, const kernels::GemmParameters& p, std::int64_t m, std::int64_t n,
                std::int64_t k) {
    Matrix<T> a(p.transpose_a ? k : m, p.transpose_a ? m : k, 3, 1);
    Matrix<T> b(p.transpose_b ? n : k, p.transpose_b ? k : n, 1, 2);
    Matrix<T> c(m, n, 2, 3);
    Matrix<T> expected = c;
    const T alpha = T{1.5};
    const T beta = T{-0.5};
    reference_gemm(p.transpose_a, p.transpose_b, m, n, k, alpha, a.data.data(), a.ld, b.data.data(), b.ld,
                   beta, expected.data.data(), expected.ld, p.overwrite);
    if (p.split_k == 1) {
        device.run(*kernels::gemm(p), {a, b, c}, {alpha, beta});
    } else {
        Matrix<T> parts(m, n * p.split_k, 1, 4);
        device.run(*kernels::gemm(p), {a, b, parts}, {1, 0});
        device.run(*kernels::gemm_sum(p.type, p.split_k, p.overwrite), {parts, c}, {alpha, beta});
    }
    expect_close(kernels::name(p) + extents(m, n, k), c.data, expected.data);
}

/// A product of order n whose operand is the triangle that p names.
template <class T>
void check_triangle(Device& device, const kernels::GemmParameters& p, std::int64_t n) {
    using kernels::GemmTriangle;
    const bool lower = p.triangle == GemmTriangle::a_lower || p.triangle == GemmTriangle::b_lower ||
                       p.triangle == GemmTriangle::c_lower;
    Matrix<T> a(n, n, 3, 1);
    Matrix<T> b(n, n, 1, 2);
    Matrix<T> c(n, n, 2, 3);
    const auto for_others = [&](bool transposed, auto change) {
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                if (i != j && (i > j) == (lower == transposed)) change(i, j);
    };
    if (kernels::is_of_a(p.triangle))
        for_others(p.transpose_a, [&](std::int64_t i, std::int64_t j) { a(i, j) = 0; });
    if (kernels::is_of_b(p.triangle))
        for_others(p.transpose_b, [&](std::int64_t i, std::int64_t j) { b(i, j) = 0; });
    Matrix<T> expected = c;
    reference_gemm(p.transpose_a, p.transpose_b, n, n, n, T{1.5}, a.data.data(), a.ld, b.data.data(), b.ld,
                   T{-0.5}, expected.data.data(), expected.ld, p.overwrite);
    device.run(*kernels::gemm(p), {a, b, c}, {1.5, -0.5});
    if (kernels::is_of_c(p.triangle))
        for_others(false, [&](std::int64_t i, std::int64_t j) { c(i, j) = expected(i, j); });
    expect_close(kernels::name(p) + extents(n, n, n), c.data, expected.data);
}

/// Small blockings of every family: Oclgrind is slow. The products have edges on all sides of several tiles.
template <class T>
std::vector<kernels::GemmParameters> small_kernels() {
    const std::string type(name(element_type_of<T>()));
    std::vector<kernels::GemmParameters> all;
    for (const auto& [family, blocking] : {std::pair{"global", ""},
                                           {"global", "_x1"},
                                           {"global", "_k2_x1"},
                                           {"global", "_k2_8x4_2x4"},
                                           {"local", "_4x4x4"},
                                           {"local", "_k3_8x4x6_4x2_p1_t3_u2_o1"},
                                           {"local_a", "_8x6x4_4x3_v2_p2_u2"},
                                           {"registers", "_12x12x2_6x6_o2"},
                                           {"registers", "_k2_8x4x3_4x2_v4"},
                                           {"blocked", "_6x10x5_3x5"},
                                           {"blocked", "_k2_16x8x4_8x2_v4_p4_t2_u2_o1_x1"},
                                           {"blocked", sizeof(T) == 8 ? "_8x8x8_4x4_t1" : "_8x8x8_8x4_t1"},
                                           {"blocked", "_8x6x8_2x3_v4_p1_x2"},
                                           {"pipelined", "_16x16x8_4x8_p4_o2"}}) {
        std::string text = "gemm_";
        all.push_back(
            kernels::parse_gemm(text.append(family).append("_").append(type).append("_nn").append(blocking))
                .value());
    }
    return all;
}

/// All ways in which the diagonal of a symmetric matrix of order 9 passes a rectangle of 5 x 6 or 6 x 4.
template <class T>
void check_symmetric_part(Device& device, bool upper) {
    const auto check = [&](std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols) {
        constexpr std::int64_t kOrder = 9;
        Matrix<T> a(kOrder, kOrder, 0, 5);
        const auto element = [&](std::int64_t i, std::int64_t j) {
            return upper == (i < j) ? a(i, j) : a(j, i);
        };
        // A rectangle of the matrix, or its mirror image if that is what is stored; NaN in the other
        // triangle.
        const auto piece = [&](std::int64_t r, std::int64_t c, std::int64_t m, std::int64_t n,
                               bool on_diagonal) {
            const bool mirrored = !on_diagonal && upper == (r > c);
            Matrix<T> x(mirrored ? n : m, mirrored ? m : n, 1, 6);
            for (std::int64_t i = 0; i < m; ++i)
                for (std::int64_t j = 0; j < n; ++j)
                    (mirrored ? x(j, i) : x(i, j)) = on_diagonal && i != j && upper != (i < j)
                                                         ? std::numeric_limits<T>::quiet_NaN()
                                                         : element(r + i, c + j);
            return x;
        };
        const std::int64_t begin = std::max(row, col);
        const std::int64_t end = std::min(row + rows, col + cols);
        Matrix<T> target(rows, cols, 2, 7);
        Matrix<T> expected = target;
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i) expected(i, j) = element(row + i, col + j);
        const bool reached = begin < end;
        Matrix<T> square =
            reached ? piece(begin, begin, end - begin, end - begin, true) : Matrix<T>(1, 1, 0, 8);
        Matrix<T> before = !reached      ? piece(row, col, rows, cols, false)
                           : begin > col ? piece(row, col, rows, begin - col, false)
                           : begin > row ? piece(row, col, begin - row, cols, false)
                                         : Matrix<T>(1, 1, 0, 8);
        Matrix<T> after =
            reached && col + cols > end   ? piece(begin, end, row + rows - begin, col + cols - end, false)
            : reached && row + rows > end ? piece(end, begin, row + rows - end, col + cols - begin, false)
                                          : Matrix<T>(1, 1, 0, 8);
        const std::int64_t at_row = reached ? begin - row : row < col ? rows : 0;
        const std::int64_t at_col = reached ? begin - col : row < col ? 0 : cols;
        device.run(*kernels::symmetric_part(element_type_of<T>()), {square, before, after, target},
                   {static_cast<double>(at_row), static_cast<double>(at_col), upper ? 1.0 : 0.0});
        expect_close("symmetric_part" + extents(row, col, rows), target.data, expected.data);
    };
    for (std::int64_t row = 0; row <= 3; ++row)
        for (std::int64_t col = 0; col <= 3; ++col) {
            check(row, col, 5, 6);
            check(row, col, 6, 4);
        }
    check(6, 0, 3, 5);
    check(0, 5, 5, 4);
}

/// Two elements of 13 x 7 differ, and then none.
template <class T>
void check_difference(Device& device) {
    Matrix<T> x(13, 7, 2, 5);
    Matrix<T> y(13, 7, 1, 5);
    for (std::int64_t j = 0; j < x.cols; ++j)
        for (std::int64_t i = 0; i < x.rows; ++i) y(i, j) = x(i, j);
    for (const bool differ : {true, false}) {
        y(4, 3) = differ ? -x(4, 3) : x(4, 3);
        y(12, 6) = differ ? std::numeric_limits<T>::quiet_NaN() : x(12, 6);
        Matrix<std::int32_t> found(2, 1, 0, 1);
        found.data = {0, kernels::kNoPlace};
        device.run(*kernels::difference(element_type_of<T>()), {x, y, found}, {});
        Matrix<std::int32_t> expected = found;
        expected.data = differ ? std::vector<std::int32_t>{2, 4 + 3 * 13}
                               : std::vector<std::int32_t>{0, kernels::kNoPlace};
        expect_close(kernels::difference(element_type_of<T>())->name, found.data, expected.data);
    }
}

template <class T>
void check_type(Device& device) {
    constexpr ElementType type = element_type_of<T>();
    for (kernels::GemmParameters p : small_kernels<T>())
        for (bool transpose_a : {false, true})
            for (bool transpose_b : {false, true}) {
                p.transpose_a = transpose_a;
                p.transpose_b = transpose_b;
                // Where an element stands does not depend on its type: in single precision each op once.
                if (type == ElementType::f32 && transpose_a != transpose_b) continue;
                p.overwrite = type == ElementType::f32 ? transpose_a : transpose_a != transpose_b;
                check_gemm<T>(device, p, 13, 17, 11);
                check_gemm<T>(device, p, 1, 3, 2);
                // Where tiles stand does not depend on the ops: many of them once.
                const bool plain = type == ElementType::f64 && !transpose_a && !transpose_b;
                check_gemm<T>(device, p, plain ? 35 : 20, 18, 17);
            }
    for (const bool is_gpu : {true, false})
        check_gemm<T>(device, kernels::default_gemm(type, is_gpu), 19, 9, 21);

    for (const bool upper : {false, true}) check_symmetric_part<T>(device, upper);
    check_difference<T>(device);

    Matrix<T> c(13, 7, 2, 4), square(67, 67, 3, 9);
    test::check(device, *kernels::scale(type), {c}, {3});
    test::check(device, *kernels::zero(type), {c}, {});
    test::check(device, *kernels::identity(type), {square}, {});
    Matrix<std::int32_t> index(7, 1, 0, 1);
    index.data = {4, 0, 9, 2, 5, 4, 1};  // of 5 columns
    Matrix<T> source(13, 5, 1, 2);
    test::check(device, *kernels::gather_columns(type), {index, source, c}, {});
}

/// A complex product with tiles of 16 x 16 and B^H.
template <class Part>
void check_complex(Device& device, kernels::GemmParameters p) {
    using Number = std::complex<Part>;
    p.type = element_type_of<Number>();
    p.transpose_b = p.conjugate_b = true;
    p.tile_m = p.tile_n = 16;
    p.tile_k = 4;
    p.work_m = p.work_n = 2;
    Matrix<Number> a(21, 19, 3, 1), b(23, 19, 1, 2), c(21, 23, 2, 3);
    for (Matrix<Number>* x : {&a, &b, &c})
        for (Number& number : x->data) number.imag(Part{0.25} - number.real() * number.real());
    test::check(device, *kernels::gemm(p), {a, b, c}, {{1.5, 1}, {-0.5, 2}});
}

/// What a triangle leaves out depends neither on the ops nor on the type: each triangle once.
void check_triangles(Device& device) {
    for (kernels::GemmParameters p : small_kernels<double>()) {
        p.split_k = 1;
        for (int triangle = 1; triangle <= 6; ++triangle) {
            p.triangle = static_cast<kernels::GemmTriangle>(triangle);
            p.transpose_a = triangle % 2 != 0;
            p.transpose_b = triangle / 2 % 2 != 0;
            p.overwrite = triangle > 4;
            check_triangle<double>(device, p, 21);
        }
    }
}

}  // namespace

/// With an argument in both real types, which share the kernels' source.
int main(int count, char**) {
    return test::run_checks([&](Device& device) {
        check_type<double>(device);
        if (count > 1) check_type<float>(device);
        check_triangles(device);
        check_complex<double>(device, {.family = kernels::GemmFamily::complex});
        check_complex<float>(device, {.family = kernels::GemmFamily::complex_pipelined, .variant = 1});
        std::printf("skipped gemm_mma: matrix instructions are NVIDIA's\n");
    });
}
