#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <hg/sparse/matrix_market.hpp>

namespace hg::sparse {

/// The first lines of a Matrix Market file.
struct MarketHeader {
    MarketInfo info;
    std::size_t body = 0;        ///< where the elements begin
    std::int64_t body_line = 1;  ///< the number of the line there
};

/// Reads them. Throws Error{io} with file and line.
MarketHeader market_header(const std::string& path, std::string_view text);

/// Error{io} about a line of a file.
[[noreturn]] void refuse_line(const std::string& path, std::int64_t line, const std::string& why);

}  // namespace hg::sparse
