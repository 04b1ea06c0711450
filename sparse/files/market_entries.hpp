#pragma once

#include <cstdint>
#include <string>

#include "sparse/files/market_header.hpp"
#include <hg/sparse/host_array.hpp>

namespace hg::sparse {

/// The elements of a file, and with them those that they stand for. Index is wide enough for rows and
/// columns.
template <Element T, class Index>
struct MarketEntries {
    std::int64_t count = 0;    ///< of elements; the arrays may be longer
    std::int64_t in_file = 0;  ///< elements of the file, which stand before those that they stand for
    HostArray<Index> row, column;
    HostArray<T> value;
};

/// Reads all lines of a file from header.body on. Throws Error{io} with file and line.
template <Element T, class Index>
MarketEntries<T, Index> market_entries(const std::string& path, std::string_view text,
                                       const MarketHeader& header);

/// Throws Error{io} with the first line whose element an earlier line has, too; nothing if there is none.
template <Element T, class Index>
void refuse_duplicates(const std::string& path, std::string_view text, const MarketHeader& header,
                       const MarketEntries<T, Index>& entries);

}  // namespace hg::sparse
