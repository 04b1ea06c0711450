// Runs the instructions of triangles at small, odd sizes through the plain OpenCL C interface and compares
// with their host implementations, as oclgrind_kernels does with products.
#include <complex>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/triangle/triangle.hpp"
#include "oclgrind_device.hpp"

namespace {

using namespace hg;
using test::check;
using test::Device;
using test::expect_close;
using test::Matrix;

/// Triangles of order n side by side, inverted together.
template <class T>
struct Inverse {
    static constexpr ElementType kType = element_type_of<T>();

    Inverse(std::int64_t n, std::int64_t triangles, bool is_upper, unsigned seed)
        : a(n, n * triangles, 3, seed),
          t(n, n * triangles, 1, 0),
          x(n, n * triangles, 2, 0),
          w(n, n * triangles, 0, 0),
          s(n, 2 * triangles, 1, 0),
          p(n, 2 * triangles, 0, 0),
          trusted(2, triangles, triangles > 1 ? 1 : 0, 0),
          upper(is_upper) {
        for (std::int64_t j = 0; j < a.cols; ++j)
            for (std::int64_t i = 0; i < n; ++i) a(i, j) = i == j % n ? T{1} + a(i, j) : a(i, j) / T{16};
    }

    /// Of complex elements half take the conjugates. Scalars are those of what cleans a triangle.
    void invert(Device& device, bool unit, bool conjugated) {
        is_unit = unit;
        cleaning = {double(upper), double(unit)};
        if (is_complex(kType)) cleaning.emplace_back(double(conjugated));
        check(device, *kernels::triangle_blocks(kType), {a, t, x}, cleaning);
        for (double block = kernels::kTriangleBlock; block < static_cast<double>(a.rows); block *= 2) {
            check(device, *kernels::triangle_product(kType, false), {t, x, w}, {block, double(upper)});
            check(device, *kernels::triangle_product(kType, true), {w, x}, {block, double(upper)});
        }
        if (is_real(kType) && unit && !upper) {
            const Matrix<T> inverse = x;
            check(device, *kernels::unit_lower_blocks(kType), {a, t, x}, {});
            expect_close("inverse of a unit lower triangle", x.data, inverse.data);
        }
        check(device, *kernels::triangle_sums(kType, true), {x, t, s}, {});
        check(device, *kernels::triangle_sums(kType, false), {t, x, s, p}, {});
        check(device, *kernels::triangle_trust(kType), {p, x, trusted}, {64, 1e5, 1e3});
    }

    Matrix<T> a, t, x, w;
    Matrix<PartOf<T>> s, p;
    Matrix<int> trusted;
    bool upper;
    bool is_unit = false;
    std::vector<ScalarValue> cleaning;
};

/// What solves and products with an inverted triangle take beside products of matrices.
template <class T>
struct Solve : Inverse<T> {
    using Inverse<T>::kType;

    Solve(std::int64_t n, std::int64_t lines, bool is_right, bool is_upper, unsigned seed)
        : Inverse<T>(n, 1, is_upper, seed),
          b(is_right ? lines : n, is_right ? n : lines, 2, seed + 1),
          product(b.rows, b.cols, 1, seed + 2),
          residual(b.rows, b.cols, 3, seed + 3),
          right(is_right) {}

    void solve(Device& device, bool transposed, int level) {
        this->trusted.data = {level, 0};
        check(device, *kernels::triangle_refine(kType), {this->trusted, this->t, b, product, residual},
              {double(right)});
        check(device, *kernels::triangle_solve(kType), {this->trusted, this->t, product, residual, b},
              {double(right), double(this->upper), double(transposed), 0, double(this->is_unit)}, "B");
    }

    /// With odd numbers in some lines.
    void multiply(Device& device, bool transposed) {
        check(device, *kernels::triangle_clean(kType), {this->a}, this->cleaning);
        for (std::int64_t line = 0; line < (right ? b.rows : b.cols); line += 2)
            (right ? b(line, line % b.cols) : b(line % b.rows, line)) = line % 4 == 0 ? T(INFINITY) : T(NAN);
        check(device, *kernels::triangle_repair(kType), {this->t, b, product},
              {-1.5, double(right), double(this->upper), double(transposed)});
    }

    Matrix<T> b, product, residual;
    bool right;
};

/// Triangles on either side, or on the left alone.
template <class T>
void check_sides(Device& device, std::int64_t n, std::int64_t lines, bool left_alone = false) {
    unsigned seed = 1;
    for (const bool upper : {false, true})
        for (const bool right : {false, true}) {
            if (right && left_alone) continue;
            Solve<T> inverted(n, lines, right, upper, ++seed);
            inverted.invert(device, right, upper != right);
            Solve<T>(inverted).multiply(device, right != upper);
            for (const int level : {2, 1, 0}) Solve<T>(inverted).solve(device, right != upper, level);
        }
}

void check_side_by_side(Device& device) {
    for (const bool upper : {false, true}) {
        Inverse<double> inverse(40, 3, upper, 9);
        inverse.a(1, 1) = 1e-9;  // the first one alone cannot be trusted
        inverse.invert(device, false, false);
        for (const int number : {0, 1, 2})
            expect_close("which of them is trusted", std::vector<int>{inverse.trusted(0, number)},
                         std::vector<int>{number == 0 ? 0 : 2});
    }
}

}  // namespace

/// With an argument in all types, which share the kernels' source.
int main(int count, char**) {
    return test::run_checks([&](Device& device) {
        check_sides<double>(device, 66, 6, true);  // blocks of two sizes: most of the time
        check_sides<double>(device, 7, 1);
        check_sides<std::complex<float>>(device, 35, 5);
        check_side_by_side(device);
        if (count == 1) return;
        check_sides<double>(device, 35, 5);
        check_sides<float>(device, 35, 5);
        check_sides<std::complex<double>>(device, 35, 5);
    });
}
