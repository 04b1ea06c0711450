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
using test::AnyMatrix;
using test::Device;
using test::expect_close;
using test::Matrix;

void run_on_host(const Instruction& instruction, const std::vector<AnyMatrix>& operands,
                 const std::vector<ScalarValue>& scalars) {
    std::vector<HostOperand> all;
    for (const AnyMatrix& operand : operands) all.push_back(operand.host());
    instruction.host({all, scalars});
}

/// All matrices of an inversion and a solve, computed by the device or by the host implementations.
template <class T>
struct Solve {
    Solve(std::int64_t n, std::int64_t lines, bool right, bool upper, unsigned seed)
        : a(n, n, 3, seed),
          t(n, n, 1, 0),
          x(n, n, 2, 0),
          w(n, n, 0, 0),
          s(n, 2, 1, 0),
          p(n, 2, 0, 0),
          trusted(2, 1, 0, 0),
          b(right ? lines : n, right ? n : lines, 2, seed + 1),
          product(b.rows, b.cols, 1, seed + 2),
          residual(b.rows, b.cols, 3, seed + 3),
          is_right(right),
          is_upper(upper) {
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i) a(i, j) = i == j ? T{1} + a(i, j) : a(i, j) / T{16};
    }

    /// `run` runs an instruction.
    template <class Run>
    void invert(Run run, bool unit) {
        constexpr ElementType type = element_type_of<T>();
        is_unit = unit;
        const double upper = is_upper;
        run(*kernels::triangle_blocks(type), {a, t, x}, cleaning(unit));
        for (double block = kernels::kTriangleBlock; block < static_cast<double>(a.rows); block *= 2) {
            run(*kernels::triangle_product(type, false), {t, x, w}, {block, upper});
            run(*kernels::triangle_product(type, true), {w, x}, {block, upper});
        }
        if (is_real(type) && unit && !is_upper) {
            const Matrix<T> inverse = x;
            run(*kernels::unit_lower_blocks(type), {a, t, x}, {});
            expect_close("inverse of a unit lower triangle", x.data, inverse.data);
        }
        run(*kernels::triangle_sums(type, true), {x, t, s}, {});
        run(*kernels::triangle_sums(type, false), {t, x, s, p}, {});
        run(*kernels::triangle_trust(type), {p, x, trusted}, {64, 1e5, 1e3});
    }

    template <class Run>
    void solve(Run run, bool transposed, int level) {
        constexpr ElementType type = element_type_of<T>();
        trusted.data = {level, 0};
        run(*kernels::triangle_refine(type), {trusted, t, b, product, residual}, {double(is_right)});
        run(*kernels::triangle_solve(type), {trusted, t, product, residual, b},
            {double(is_right), double(is_upper), double(transposed), 0, double(is_unit)});
    }

    /// What a product with the triangle takes beside the product of matrices, with odd numbers in some lines.
    template <class Run>
    void multiply(Run run, bool transposed) {
        constexpr ElementType type = element_type_of<T>();
        run(*kernels::triangle_clean(type), {a}, cleaning(is_unit));
        for (std::int64_t line = 0; line < (is_right ? b.rows : b.cols); line += 2)
            (is_right ? b(line, line % b.cols) : b(line % b.rows, line)) =
                line % 4 == 0 ? T(INFINITY) : T(NAN);
        run(*kernels::triangle_repair(type), {t, b, product},
            {-1.5, double(is_right), double(is_upper), double(transposed)});
    }

    /// The scalars of what cleans a triangle; of complex elements half take the conjugates.
    [[nodiscard]] std::vector<ScalarValue> cleaning(bool unit) const {
        std::vector<ScalarValue> scalars{double(is_upper), double(unit)};
        if (is_complex(element_type_of<T>())) scalars.emplace_back(double(is_upper != is_right));
        return scalars;
    }

    Matrix<T> a, t, x, w;
    Matrix<PartOf<T>> s, p;
    Matrix<int> trusted;
    Matrix<T> b, product, residual;
    bool is_right, is_upper;
    bool is_unit = false;
};

/// Triangles on either side, or on the left alone.
template <class T>
void check(Device& device, std::int64_t n, std::int64_t lines, bool left_alone = false) {
    const auto on_device = [&](const Instruction& i, const std::vector<AnyMatrix>& operands,
                               const std::vector<ScalarValue>& scalars) { device.run(i, operands, scalars); };
    unsigned seed = 1;
    for (const bool upper : {false, true})
        for (const bool right : {false, true}) {
            if (right && left_alone) continue;
            const std::string what = std::string(name(element_type_of<T>())) + " " +
                                     (right ? "right" : "left") + (upper ? " upper " : " lower ") +
                                     std::to_string(n);
            Solve<T> got(n, lines, right, upper, ++seed);
            Solve<T> wanted = got;
            got.invert(on_device, right);
            wanted.invert(run_on_host, right);
            expect_close(what + " cleaned", got.t.data, wanted.t.data);
            expect_close(what + " inverse", got.x.data, wanted.x.data);
            expect_close(what + " trusted", got.trusted.data, wanted.trusted.data);
            Solve<T> multiplied = wanted;
            Solve<T> on_cpu = wanted;
            multiplied.multiply(on_device, right != upper);
            on_cpu.multiply(run_on_host, right != upper);
            expect_close(what + " cleaned in place", multiplied.a.data, on_cpu.a.data);
            expect_close(what + " multiplied", multiplied.product.data, on_cpu.product.data);
            for (const int level : {2, 1, 0}) {
                Solve<T> solved = got;
                Solve<T> on_host = got;
                solved.solve(on_device, right != upper, level);
                on_host.solve(run_on_host, right != upper, level);
                expect_close(what + " solved, level " + std::to_string(level), solved.b.data, on_host.b.data);
            }
        }
}

/// Triangles side by side, inverted together.
struct SideBySide {
    SideBySide(std::int64_t n, std::int64_t triangles)
        : a(n, n * triangles, 3, 9),
          t(n, n * triangles, 1, 0),
          x(n, n * triangles, 2, 0),
          w(n, n * triangles, 0, 0),
          s(n, 2 * triangles, 1, 0),
          p(n, 2 * triangles, 0, 0),
          trusted(2, triangles, 1, 0) {
        for (std::int64_t j = 0; j < a.cols; ++j)
            for (std::int64_t i = 0; i < n; ++i) a(i, j) = i == j % n ? 1 + a(i, j) : a(i, j) / 16;
        a(1, 1) = 1e-9;  // the first one alone cannot be trusted
    }

    template <class Run>
    void invert(Run run, double upper) {
        constexpr ElementType type = ElementType::f64;
        run(*kernels::triangle_blocks(type), {a, t, x}, {upper, 0});
        for (double block = kernels::kTriangleBlock; block < static_cast<double>(a.rows); block *= 2) {
            run(*kernels::triangle_product(type, false), {t, x, w}, {block, upper});
            run(*kernels::triangle_product(type, true), {w, x}, {block, upper});
        }
        run(*kernels::triangle_sums(type, true), {x, t, s}, {});
        run(*kernels::triangle_sums(type, false), {t, x, s, p}, {});
        run(*kernels::triangle_trust(type), {p, x, trusted}, {64, 1e5, 1e3});
    }

    Matrix<double> a, t, x, w, s, p;
    Matrix<int> trusted;
};

void check_side_by_side(Device& device) {
    const auto on_device = [&](const Instruction& i, const std::vector<AnyMatrix>& operands,
                               const std::vector<ScalarValue>& scalars) { device.run(i, operands, scalars); };
    for (const bool upper : {false, true}) {
        SideBySide got(40, 3);
        SideBySide wanted = got;
        got.invert(on_device, upper);
        wanted.invert(run_on_host, upper);
        expect_close("triangles side by side, cleaned", got.t.data, wanted.t.data);
        expect_close("triangles side by side, inverse", got.x.data, wanted.x.data);
        expect_close("triangles side by side, trusted", got.trusted.data, wanted.trusted.data);
        expect_close("which of them is trusted",
                     std::vector<int>{wanted.trusted(0, 0), wanted.trusted(0, 1), wanted.trusted(0, 2)},
                     std::vector<int>{0, 2, 2});
    }
}

}  // namespace

/// With an argument in both real types, which share the kernels' source.
int main(int count, char**) {
    try {
        Device device;
        check<double>(device, 66, 6, true);  // blocks of two sizes: most of the time
        check<float>(device, 35, 5);
        if (count > 1) check<double>(device, 35, 5);
        check<double>(device, 7, 1);
        check<std::complex<double>>(device, 35, 5);
        check<std::complex<float>>(device, 7, 1);
        check_side_by_side(device);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return test::failures == 0 ? 0 : 1;
}
