#include <complex>
#include <string>

#include "sparse/generate/by_rows.hpp"
#include "sparse/generate/stencil.hpp"
#include "sparse/matrix/check_csr.hpp"
#include <hg/sparse/generate.hpp>

namespace hg {
namespace {

void check_grid(int points, std::int64_t nx, std::int64_t ny, std::int64_t nz) {
    require_argument(points == 5 || points == 7 || points == 27, "laplacian", 1, "points",
                     "points = " + std::to_string(points) + " must be 5, 7 or 27");
    const auto check = [](int argument, const char* name, std::int64_t size, std::int64_t most) {
        if (size < 0 || size > most)
            require_argument(false, "laplacian", argument, name,
                             std::string(name) + " = " + std::to_string(size) + " must be from 0 to " +
                                 std::to_string(most));
    };
    constexpr std::int64_t kMost = std::int64_t{1} << 20;  // so that products hold
    check(2, "nx", nx, kMost);
    check(3, "ny", ny, kMost);
    check(4, "nz", nz, points == 5 ? 1 : kMost);
}

}  // namespace

template <Element T>
SparseMatrix<T> laplacian(int points, std::int64_t nx, std::int64_t ny, std::int64_t nz) {
    check_grid(points, nx, ny, nz);
    const sparse::Stencil stencil(points, nx, ny, nz);
    const std::int64_t rows = nx * ny * nz;
    const auto fill = [&](std::int64_t i, auto* column, T* value) {
        stencil.for_neighbours(i, [&](std::int64_t j) {
            *column++ = static_cast<std::remove_reference_t<decltype(*column)>>(j);
            *value++ = T(static_cast<RealOf<T>>(j == i ? stencil.diagonal() : -1));
        });
    };
    return sparse::by_rows<T>(
        rows, rows, [&](std::int64_t i) { return stencil.count(i); }, fill);
}

template SparseMatrix<float> laplacian(int, std::int64_t, std::int64_t, std::int64_t);
template SparseMatrix<double> laplacian(int, std::int64_t, std::int64_t, std::int64_t);
template SparseMatrix<std::complex<float>> laplacian(int, std::int64_t, std::int64_t, std::int64_t);
template SparseMatrix<std::complex<double>> laplacian(int, std::int64_t, std::int64_t, std::int64_t);

}  // namespace hg
