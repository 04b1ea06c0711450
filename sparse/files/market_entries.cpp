#include "sparse/files/market_entries.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <vector>

#include "host_blas/each_element.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "sparse/files/market_entry.hpp"
#include "sparse/files/market_text.hpp"
#include "sparse/matrix/first_fault.hpp"

namespace hg::sparse {
namespace {

/// What to say about a line with a fault.
std::string describe(EntryFault fault, const MarketInfo& info) {
    switch (fault) {
        case EntryFault::none:
            break;
        case EntryFault::no_place:
            return "a row and a column are needed, whole numbers";
        case EntryFault::row:
            return "the row must be from 1 to " + std::to_string(info.rows);
        case EntryFault::column:
            return "the column must be from 1 to " + std::to_string(info.cols);
        case EntryFault::no_value:
            return info.field == MarketField::complex   ? "two numbers are needed for a complex element"
                   : info.field == MarketField::integer ? "a whole number is needed for the element"
                   : info.field == MarketField::unsigned_integer
                       ? "a whole number of 0 or more is needed for the element"
                       : "a number is needed for the element";
        case EntryFault::too_large:
            return "the number is too large for the type of elements";
        case EntryFault::left_over:
            return "text stands after the element";
        case EntryFault::diagonal:
            return "a skew-symmetric matrix has zeros alone on its diagonal";
        case EntryFault::not_real:
            return "the diagonal of a hermitian matrix is real, up to 16 units of rounding";
    }
    return "";
}

/// The file has as many elements as it says.
void check_count(const std::string& path, const MarketText& lines, const MarketHeader& header) {
    const std::int64_t needed = header.info.entries;
    if (lines.entries() == needed) return;
    if (lines.entries() > needed)
        refuse_line(path, header.body_line + lines.line_of_entry(needed),
                    "is one element too many: the file says that it has " + std::to_string(needed));
    refuse_line(path, header.body_line + lines.lines() - 1,
                "the file ends after " + std::to_string(lines.entries()) + " elements; it says that it has " +
                    std::to_string(needed));
}

/// Reads the elements of one part. Returns the number of the first that is faulty, or of the one behind the
/// last.
template <Element T, class Index>
std::int64_t read_part(const MarketText& lines, const LinesOfPart& part, const MarketInfo& info,
                       MarketEntries<T, Index>& made) noexcept {
    std::int64_t k = part.entries_before;
    bool good = true;
    PlaceInArray place(info, k);
    for_lines(lines.text(), part.begin, part.end, [&](std::string_view line, std::size_t) {
        if (!good || !has_entry(line)) return;
        MarketEntry<T> entry;
        if (info.is_array) {
            entry.row = place.row();
            entry.column = place.column();
            place.advance();
        }
        good = read_entry(info, line, entry) == EntryFault::none;
        if (!good) return;
        made.row[k] = static_cast<Index>(entry.row);
        made.column[k] = static_cast<Index>(entry.column);
        made.value[k++] = entry.value;
    });
    return k;
}

/// Throws what is wrong with an element.
template <Element T>
[[noreturn]] void refuse_entry(const std::string& path, const MarketText& lines, const MarketHeader& header,
                               std::int64_t entry) {
    const std::int64_t wanted = lines.line_of_entry(entry);
    std::int64_t number = 0;
    EntryFault fault = EntryFault::none;
    for_lines(lines.text(), header.body, lines.text().size(), [&](std::string_view line, std::size_t) {
        if (number++ != wanted) return;
        MarketEntry<T> read;
        if (header.info.is_array) {
            const PlaceInArray place(header.info, entry);
            read.row = place.row();
            read.column = place.column();
        }
        fault = read_entry(header.info, line, read);
    });
    refuse_line(path, header.body_line + wanted, describe(fault, header.info));
}

/// Elements of the share that stand for others.
template <Element T, class Index>
std::int64_t count_mirrored(const MarketEntries<T, Index>& made, std::int64_t first,
                            std::int64_t last) noexcept {
    std::int64_t count = 0;
    for (std::int64_t k = first; k < last; ++k) count += made.row[k] != made.column[k] ? 1 : 0;
    return count;
}

template <Element T>
T mirrored(MarketSymmetry symmetry, T value) noexcept {
    if (symmetry == MarketSymmetry::skew_symmetric) return -value;
    return conjugated_if(symmetry == MarketSymmetry::hermitian, value);
}

/// The same with the elements of the other triangle behind them.
template <Element T, class Index>
MarketEntries<T, Index> with_mirrored(MarketSymmetry symmetry, MarketEntries<T, Index> made) {
    const std::int64_t shares = shares_of(made.count);
    std::vector<std::int64_t> before(static_cast<std::size_t>(shares) + 1, 0);
    const auto begin = [&](std::int64_t share) { return begin_of_share(share, shares, made.count); };
    for_shares(shares, [&](std::int64_t share) {
        before[static_cast<std::size_t>(share) + 1] = count_mirrored(made, begin(share), begin(share + 1));
    });
    std::partial_sum(before.begin(), before.end(), before.begin());
    MarketEntries<T, Index> all;
    all.in_file = made.count;
    all.count = made.count + before.back();
    all.row = HostArray<Index>(all.count);
    all.column = HostArray<Index>(all.count);
    all.value = HostArray<T>(all.count);
    const auto set = [&](std::int64_t to, Index row, Index column, T value) {
        all.row[to] = row;
        all.column[to] = column;
        all.value[to] = value;
    };
    for_shares(shares, [&](std::int64_t share) {
        std::int64_t to = made.count + before[static_cast<std::size_t>(share)];
        for (std::int64_t k = begin(share); k < begin(share + 1); ++k) {
            set(k, made.row[k], made.column[k], made.value[k]);
            if (made.row[k] != made.column[k])
                set(to++, made.column[k], made.row[k], mirrored(symmetry, made.value[k]));
        }
    });
    return all;
}

/// Zeros of arrays are no elements of a sparse matrix.
template <Element T, class Index>
void drop_zeros(MarketEntries<T, Index>& made) noexcept {
    std::int64_t kept = 0;
    for (std::int64_t k = 0; k < made.count; ++k) {
        if (made.value[k] == T{0}) continue;
        made.row[kept] = made.row[k];
        made.column[kept] = made.column[k];
        made.value[kept++] = made.value[k];
    }
    made.count = made.in_file = kept;
}

}  // namespace

template <Element T, class Index>
MarketEntries<T, Index> market_entries(const std::string& path, std::string_view text,
                                       const MarketHeader& header) {
    const MarketText lines(text, header.body);
    check_count(path, lines, header);
    MarketEntries<T, Index> made;
    made.count = made.in_file = lines.entries();
    made.row = HostArray<Index>(made.count);
    made.column = HostArray<Index>(made.count);
    made.value = HostArray<T>(made.count);
    std::atomic<std::int64_t> fault{made.count};
    for_shares(static_cast<std::int64_t>(lines.parts().size()), [&](std::int64_t i) {
        const auto at = static_cast<std::size_t>(i);
        const std::int64_t end =
            at + 1 < lines.parts().size() ? lines.parts()[at + 1].entries_before : made.count;
        const std::int64_t read = read_part(lines, lines.parts()[at], header.info, made);
        if (read < end) lower_to(fault, read);
    });
    if (fault.load() < made.count) refuse_entry<T>(path, lines, header, fault.load());
    if (header.info.is_array) drop_zeros(made);
    if (header.info.symmetry == MarketSymmetry::general) return made;
    return with_mirrored(header.info.symmetry, std::move(made));
}

template <Element T, class Index>
void refuse_duplicates(const std::string& path, std::string_view text, const MarketHeader& header,
                       const MarketEntries<T, Index>& entries) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(entries.in_file));
    std::iota(order.begin(), order.end(), 0);
    // Of symmetric files both triangles may have an element.
    const auto key = [&](std::int64_t k) {
        const auto row = entries.row[k], column = entries.column[k];
        return header.info.symmetry == MarketSymmetry::general
                   ? std::tuple(row, column, k)
                   : std::tuple(std::max(row, column), std::min(row, column), k);
    };
    std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return key(a) < key(b); });
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), earlier = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
        const auto [row, column, k] = key(order[i]);
        const auto [row_before, column_before, before] = key(order[i - 1]);
        if (row != row_before || column != column_before || k >= first) continue;
        first = k;
        earlier = before;
    }
    if (first >= entries.in_file) return;
    const MarketText lines(text, header.body);
    refuse_line(path, header.body_line + lines.line_of_entry(first),
                "element (" + std::to_string(entries.row[first] + 1) + ", " +
                    std::to_string(entries.column[first] + 1) + ") is in line " +
                    std::to_string(header.body_line + lines.line_of_entry(earlier)) + ", too");
}

#define HG_INSTANTIATE(T, Index)                                                               \
    template MarketEntries<T, Index> market_entries(const std::string&, std::string_view,      \
                                                    const MarketHeader&);                      \
    template void refuse_duplicates(const std::string&, std::string_view, const MarketHeader&, \
                                    const MarketEntries<T, Index>&);
#define HG_INSTANTIATE_BOTH(T) HG_INSTANTIATE(T, std::int32_t) HG_INSTANTIATE(T, std::int64_t)
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE_BOTH)
#undef HG_INSTANTIATE_BOTH
#undef HG_INSTANTIATE

}  // namespace hg::sparse
