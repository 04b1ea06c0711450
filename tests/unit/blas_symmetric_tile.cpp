#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <vector>

#include "blas/call/shape.hpp"
#include "blas/tiles/symmetric_tile.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Element (i, j) of a symmetric matrix.
double element(std::int64_t i, std::int64_t j) {
    return static_cast<double>(100 * std::max(i, j) + std::min(i, j) + 1);
}

/// Its triangle, and NaN in the other one.
std::vector<double> stored_triangle(Uplo uplo, std::int64_t order) {
    std::vector<double> a(static_cast<std::size_t>(order * order), std::numeric_limits<double>::quiet_NaN());
    for (std::int64_t j = 0; j < order; ++j)
        for (std::int64_t i = 0; i < order; ++i)
            if (uplo == Uplo::lower ? i >= j : i <= j)
                a[static_cast<std::size_t>(i + j * order)] = element(i, j);
    return a;
}

/// All rectangles with bounds among these.
std::vector<HostTile> rectangles(const std::vector<std::int64_t>& bounds) {
    std::vector<HostTile> tiles;
    for (std::size_t r = 0; r < bounds.size(); ++r)
        for (std::size_t rows = r + 1; rows < bounds.size(); ++rows)
            for (std::size_t c = 0; c < bounds.size(); ++c)
                for (std::size_t cols = c + 1; cols < bounds.size(); ++cols)
                    tiles.push_back(
                        {{}, bounds[r], bounds[c], bounds[rows] - bounds[r], bounds[cols] - bounds[c]});
    return tiles;
}

void expect_all_rectangles(Uplo uplo, const std::vector<std::int64_t>& bounds) {
    Machine machine(test::test_options());
    const std::int64_t order = bounds.back();
    const std::vector<HostTile> tiles = rectangles(bounds);
    ProgramBuilder builder(machine.target());
    const ParameterId a = builder.matrix("A", ElementType::f64, order, order);
    const auto columns = static_cast<std::int64_t>(tiles.size()) * order;
    const ParameterId result = builder.matrix("R", ElementType::f64, order, columns);
    std::int64_t first = 0;
    for (HostTile tile : tiles) {
        tile.parameter = a;
        const RegisterId reg = builder.reg(0, ElementType::f64, tile.rows, tile.cols, tile.rows + 1);
        load_symmetric(builder, uplo, false, tile, reg);
        builder.store({result, 0, first, tile.rows, tile.cols}, reg);
        first += order;
    }
    const std::vector<double> stored = stored_triangle(uplo, order);
    std::vector<double> got(static_cast<std::size_t>(order * columns));
    machine.run(std::move(builder).finish(),
                Bindings{}.matrix("A", stored.data(), order).matrix("R", got.data(), order));
    first = 0;
    for (const HostTile& tile : tiles) {
        for (std::int64_t j = 0; j < tile.cols; ++j)
            for (std::int64_t i = 0; i < tile.rows; ++i)
                ASSERT_EQ(got[static_cast<std::size_t>(i + (first + j) * order)],
                          element(tile.row + i, tile.col + j))
                    << tile.rows << " x " << tile.cols << " at " << tile.row << ", " << tile.col;
        first += order;
    }
}

using Complex = std::complex<double>;

/// Element (i, j) of a hermitian matrix.
Complex hermitian_element(std::int64_t i, std::int64_t j) {
    return {element(i, j), static_cast<double>(i - j)};
}

TEST(SymmetricTile, OfAHermitianMatrixTheMirrorImageIsConjugated) {
    Machine machine(test::test_options());
    constexpr std::int64_t order = 30, row = 5, rows = 20, cols = 25;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const std::int64_t col : {0, 3, 5}) {
            ProgramBuilder builder(machine.target());
            const ParameterId a = builder.matrix("A", ElementType::c64, order, order);
            const ParameterId result = builder.matrix("R", ElementType::c64, rows, cols);
            const RegisterId reg = builder.reg(0, ElementType::c64, rows, cols, rows + 1);
            load_symmetric(builder, uplo, true, {a, row, col, rows, cols}, reg);
            builder.store({result, 0, 0, rows, cols}, reg);
            std::vector<Complex> stored(std::size_t{order} * order, Complex(nan, nan));
            for (std::int64_t j = 0; j < order; ++j)
                for (std::int64_t i = 0; i < order; ++i) {
                    Complex& x = stored[static_cast<std::size_t>(i + j * order)];
                    if (uplo == Uplo::lower ? i >= j : i <= j) x = hermitian_element(i, j);
                    if (i == j) x.imag(nan);
                }
            std::vector<Complex> got(std::size_t{rows} * cols);
            machine.run(std::move(builder).finish(),
                        Bindings{}.matrix("A", stored.data(), order).matrix("R", got.data(), rows));
            for (std::int64_t j = 0; j < cols; ++j)
                for (std::int64_t i = 0; i < rows; ++i)
                    ASSERT_EQ(got[static_cast<std::size_t>(i + j * rows)],
                              hermitian_element(row + i, col + j))
                        << i << ", " << j << " of columns from " << col;
        }
}

TEST(SymmetricTile, EveryRectangleIsMadeOfOneTriangle) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        expect_all_rectangles(uplo, {0, 1, 2, 3, 4, 5});
        expect_all_rectangles(uplo, {0, 17, 64, 97});
    }
}

}  // namespace
}  // namespace hg
