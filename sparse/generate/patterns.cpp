#include <algorithm>
#include <complex>
#include <string>

#include "sparse/generate/by_rows.hpp"
#include "sparse/generate/random_element.hpp"
#include "sparse/matrix/check_csr.hpp"
#include <hg/sparse/generate.hpp>

namespace hg {
namespace {

using std::to_string;

/// Sets one row to the columns from `first` on, `count` of them, at random values.
template <Element T, class Column>
void fill_run(std::uint64_t seed, std::int64_t i, std::int64_t first, std::int64_t count, Column* column,
              T* value) noexcept {
    for (std::int64_t k = 0; k < count; ++k) {
        column[k] = static_cast<Column>(first + k);
        value[k] = sparse::random_element<T>(seed, i, first + k);
    }
}

void check_range(const char* routine, int argument, const char* name, std::int64_t value, std::int64_t least,
                 std::int64_t most) {
    if (value >= least && value <= most) return;
    require_argument(false, routine, argument, name,
                     std::string(name) + " = " + to_string(value) + " must be from " + to_string(least) +
                         " to " + to_string(most));
}

}  // namespace

template <Element T>
SparseMatrix<T> arrow_matrix(std::int64_t n, std::uint64_t seed) {
    check_range("arrow_matrix", 1, "n", n, 0, sparse::kMostRows);
    const auto length = [=](std::int64_t i) { return i == 0 ? n : std::int64_t{2}; };
    const auto fill = [=](std::int64_t i, auto* column, T* value) {
        if (i == 0) return fill_run(seed, i, 0, n, column, value);
        fill_run(seed, i, 0, 1, column, value);
        fill_run(seed, i, i, 1, column + 1, value + 1);
    };
    return sparse::by_rows<T>(n, n, length, fill);
}

template <Element T>
SparseMatrix<T> banded_matrix(std::int64_t n, std::int64_t width, std::uint64_t seed) {
    check_range("banded_matrix", 1, "n", n, 0, sparse::kMostRows);
    check_range("banded_matrix", 2, "width", width, 0, sparse::kMostRows);
    const auto first = [=](std::int64_t i) { return std::max<std::int64_t>(0, i - width); };
    const auto length = [=](std::int64_t i) { return std::min(n - 1, i + width) + 1 - first(i); };
    const auto fill = [=](std::int64_t i, auto* column, T* value) {
        fill_run(seed, i, first(i), length(i), column, value);
    };
    return sparse::by_rows<T>(n, n, length, fill);
}

template <Element T>
SparseMatrix<T> block_diagonal_matrix(std::int64_t n, std::int64_t block, std::uint64_t seed) {
    check_range("block_diagonal_matrix", 1, "n", n, 0, sparse::kMostRows);
    check_range("block_diagonal_matrix", 2, "block", block, 1, sparse::kMostRows);
    const auto length = [=](std::int64_t i) { return std::min(block, n - i / block * block); };
    const auto fill = [=](std::int64_t i, auto* column, T* value) {
        fill_run(seed, i, i / block * block, length(i), column, value);
    };
    return sparse::by_rows<T>(n, n, length, fill);
}

#define HG_INSTANTIATE(T)                                                              \
    template SparseMatrix<T> arrow_matrix(std::int64_t, std::uint64_t);                \
    template SparseMatrix<T> banded_matrix(std::int64_t, std::int64_t, std::uint64_t); \
    template SparseMatrix<T> block_diagonal_matrix(std::int64_t, std::int64_t, std::uint64_t);
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg
