#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sparse/files/market_header.hpp"

namespace hg::sparse {

/// What MatrixMarketFile::remarks() returns. `has_cr_ends`: lines ended with CR alone; the text has LF there.
std::vector<std::string> market_remarks(const std::string& path, std::string_view text,
                                        const MarketHeader& header, bool has_cr_ends);

}  // namespace hg::sparse
