#include "sparse/matrix/from_coo.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/buckets.hpp"
#include "sparse/matrix/check_csr.hpp"

namespace hg::sparse {
namespace {

/// Calls visit(part, take) as into_buckets() wants it, for entries with these keys.
template <class Index>
auto by_keys(const Index* key, std::int64_t entries, std::int64_t parts) {
    return [=](std::int64_t part, const auto& take) {
        const std::int64_t last = begin_of_share(part + 1, parts, entries);
        for (auto k = begin_of_share(part, parts, entries); k < last; ++k)
            take(static_cast<std::int64_t>(key[k]), k);
    };
}

template <class Index>
void check_coo(std::int64_t rows, std::int64_t cols, std::span<const Index> row,
               std::span<const Index> column, std::size_t values) {
    check_size("from_coo", rows, cols);
    require_argument(row.size() == values && column.size() == values, "from_coo", 5, "value",
                     "there are " + std::to_string(values) + " values, " + std::to_string(row.size()) +
                         " rows and " + std::to_string(column.size()) +
                         " columns; each nonzero has one of each");
    check_indices("from_coo", 3, "row", row, rows);
    check_indices("from_coo", 4, "column", column, cols);
}

/// Elements by ascending columns, those of one column in the order in which they came. Columns are sorted by
/// one digit after the other, the last one first. A digit has about as many values as there are elements, so
/// counts take no more memory than those.
template <class Index>
HostArray<std::int64_t> sorted_by_column(std::int64_t cols, std::span<const Index> column) {
    constexpr int kLeastBits = 16;
    const auto entries = static_cast<std::int64_t>(column.size());
    const int bits = std::max(kLeastBits, static_cast<int>(std::bit_width(column.size())));
    const std::int64_t mask = (std::int64_t{1} << bits) - 1, buckets = std::min(cols, mask + 1);
    const std::int64_t parts = parts_for_buckets(entries, buckets);
    HostArray<std::int64_t> order, start(buckets + 1);
    int shift = 0;
    std::int64_t largest = cols - 1;  // of what is left of the columns
    do {
        HostArray<std::int64_t> next(entries);
        const auto visit = [&](std::int64_t part, const auto& take) {
            const std::int64_t last = begin_of_share(part + 1, parts, entries);
            for (auto i = begin_of_share(part, parts, entries); i < last; ++i) {
                const std::int64_t k = shift == 0 ? i : order[i];
                take((static_cast<std::int64_t>(column[static_cast<std::size_t>(k)]) >> shift) & mask, k);
            }
        };
        const auto place = [&](std::int64_t position, std::int64_t k) { next[position] = k; };
        into_buckets(buckets, parts, visit, place, start.data());
        order = std::move(next);
        largest >>= bits;
        shift += bits;
    } while (largest > 0);
    return order;
}

}  // namespace

/// First by columns, then by rows: both keep the order of equal keys, as in a radix sort.
template <Element T, class Index>
CsrArrays<T> csr_of_coo(std::int64_t rows, std::int64_t cols, std::span<const Index> row,
                        std::span<const Index> column, std::span<const T> value) {
    check_coo(rows, cols, row, column, value.size());
    const auto entries = static_cast<std::int64_t>(value.size());
    const HostArray<std::int64_t> by_column = sorted_by_column(cols, column);
    HostArray<Index> rows_by_column(entries);
    for_ranges(entries, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
            rows_by_column[i] = row[static_cast<std::size_t>(by_column[i])];
    });
    CsrArrays<T> made = unset_csr<T>(rows, cols, entries);
    const std::int64_t parts = parts_for_buckets(entries, rows);
    with_columns(made, [&]<class To>(To* to) {
        const auto place = [&](std::int64_t position, std::int64_t i) {
            const auto k = static_cast<std::size_t>(by_column[i]);
            to[position] = static_cast<To>(column[k]);
            made.value[position] = value[k];
        };
        into_buckets(rows, parts, by_keys(rows_by_column.data(), entries, parts), place,
                     made.row_start.data());
    });
    return made;
}

#define HG_INSTANTIATE(T, Index)                                                         \
    template CsrArrays<T> csr_of_coo(std::int64_t, std::int64_t, std::span<const Index>, \
                                     std::span<const Index>, std::span<const T>);
#define HG_INSTANTIATE_BOTH(T) HG_INSTANTIATE(T, std::int32_t) HG_INSTANTIATE(T, std::int64_t)
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE_BOTH)
#undef HG_INSTANTIATE_BOTH
#undef HG_INSTANTIATE

}  // namespace hg::sparse
