#include <gtest/gtest.h>

#include <algorithm>
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

/// Element (i, j) of a symmetric matrix, or of a hermitian one if elements are complex.
template <class T>
T element(std::int64_t i, std::int64_t j) {
    const auto real = static_cast<double>(100 * std::max(i, j) + std::min(i, j) + 1);
    if constexpr (RealElement<T>)
        return real;
    else
        return {real, static_cast<double>(i - j)};
}

/// Its triangle, and NaN in the other one and in imaginary parts of the diagonal.
template <class T>
std::vector<T> stored_triangle(Uplo uplo, std::int64_t order) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    std::vector<T> a(static_cast<std::size_t>(order * order), T(kNone));
    for (std::int64_t j = 0; j < order; ++j)
        for (std::int64_t i = 0; i < order; ++i) {
            T& x = a[static_cast<std::size_t>(i + j * order)];
            if (uplo == Uplo::lower ? i >= j : i <= j) x = element<T>(i, j);
            if constexpr (!RealElement<T>)
                if (i == j) x.imag(kNone);
        }
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

template <class T>
class SymmetricTile : public testing::Test {
  protected:
    static void expect_all(Uplo uplo, std::int64_t order, const std::vector<HostTile>& tiles) {
        Machine machine(test::test_options());
        ProgramBuilder builder(machine.target());
        constexpr ElementType type = element_type_of<T>();
        const ParameterId a = builder.matrix("A", type, order, order);
        const auto columns = static_cast<std::int64_t>(tiles.size()) * order;
        const ParameterId result = builder.matrix("R", type, order, columns);
        std::int64_t first = 0;
        for (HostTile tile : tiles) {
            tile.parameter = a;
            const RegisterId reg = builder.reg(0, type, tile.rows, tile.cols, tile.rows + 1);
            load_symmetric(builder, uplo, !RealElement<T>, tile, reg);
            builder.store({result, 0, first, tile.rows, tile.cols}, reg);
            first += order;
        }
        const std::vector<T> stored = stored_triangle<T>(uplo, order);
        std::vector<T> got(static_cast<std::size_t>(order * columns));
        machine.run(std::move(builder).finish(),
                    Bindings{}.matrix("A", stored.data(), order).matrix("R", got.data(), order));
        first = 0;
        for (const HostTile& tile : tiles) {
            for (std::int64_t j = 0; j < tile.cols; ++j)
                for (std::int64_t i = 0; i < tile.rows; ++i)
                    ASSERT_EQ(got[static_cast<std::size_t>(i + (first + j) * order)],
                              element<T>(tile.row + i, tile.col + j))
                        << tile.rows << " x " << tile.cols << " at " << tile.row << ", " << tile.col;
            first += order;
        }
    }
};
using TileElements = testing::Types<double, std::complex<double>>;
TYPED_TEST_SUITE(SymmetricTile, TileElements);

TYPED_TEST(SymmetricTile, EveryRectangleIsMadeOfOneTriangle) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        this->expect_all(uplo, 5, rectangles({0, 1, 2, 3, 4, 5}));
        this->expect_all(uplo, 97, rectangles({0, 17, 64, 97}));
        this->expect_all(uplo, 30, {{{}, 5, 0, 20, 25}, {{}, 5, 3, 20, 25}, {{}, 5, 5, 20, 25}});
    }
}

}  // namespace
}  // namespace hg
