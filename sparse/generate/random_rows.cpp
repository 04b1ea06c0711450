#include "sparse/generate/random_rows.hpp"

#include <complex>

#include "sparse/generate/by_rows.hpp"
#include "sparse/generate/random_element.hpp"
#include <hg/sparse/generate.hpp>

namespace hg {
namespace {

/// Each nonzero lies in a part of the row of its own: so columns ascend.
template <Element T, class Length>
SparseMatrix<T> spread_rows(const sparse::RandomRows& by, const Length& length) {
    const auto fill = [&](std::int64_t i, auto* column, T* value) {
        using Column = std::remove_reference_t<decltype(*column)>;
        const std::int64_t count = length(i);
        for (std::int64_t k = 0; k < count; ++k) {
            const std::int64_t first = sparse::begin_of_share(k, count, by.cols);
            const std::int64_t places = sparse::begin_of_share(k + 1, count, by.cols) - first;
            const auto drawn = sparse::mixed_bits(by.bits(i, 3), static_cast<std::uint64_t>(k));
            column[k] = static_cast<Column>(
                first + static_cast<std::int64_t>(drawn % static_cast<std::uint64_t>(places)));
            value[k] = sparse::random_element<T>(by.seed, i, column[k]);
        }
    };
    return sparse::by_rows<T>(by.rows, by.cols, length, fill);
}

}  // namespace

template <Element T>
SparseMatrix<T> random_rows_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest,
                                   std::int64_t most, std::uint64_t seed) {
    const sparse::RandomRows by{rows, cols, fewest, most, seed};
    by.check("random_rows_matrix");
    return spread_rows<T>(by, [&](std::int64_t i) { return by.length(i); });
}

template <Element T>
SparseMatrix<T> dense_row_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest, std::int64_t most,
                                 std::uint64_t seed) {
    const sparse::RandomRows by{rows, cols, fewest, most, seed};
    by.check("dense_row_matrix");
    return spread_rows<T>(by, [&](std::int64_t i) { return i == rows / 2 ? cols : by.length(i); });
}

template <Element T>
SparseMatrix<T> empty_rows_matrix(std::int64_t rows, std::int64_t cols, std::int64_t fewest,
                                  std::int64_t most, std::uint64_t seed) {
    const sparse::RandomRows by{rows, cols, fewest, most, seed};
    by.check("empty_rows_matrix");
    return spread_rows<T>(by, [&](std::int64_t i) { return by.is_empty(i) ? 0 : by.length(i); });
}

#define HG_INSTANTIATE(T)                                                                               \
    template SparseMatrix<T> random_rows_matrix(std::int64_t, std::int64_t, std::int64_t, std::int64_t, \
                                                std::uint64_t);                                         \
    template SparseMatrix<T> dense_row_matrix(std::int64_t, std::int64_t, std::int64_t, std::int64_t,   \
                                              std::uint64_t);                                           \
    template SparseMatrix<T> empty_rows_matrix(std::int64_t, std::int64_t, std::int64_t, std::int64_t,  \
                                               std::uint64_t);
HG_INSTANTIATE(float)
HG_INSTANTIATE(double)
HG_INSTANTIATE(std::complex<float>)
HG_INSTANTIATE(std::complex<double>)
#undef HG_INSTANTIATE

}  // namespace hg
