#pragma once

#include <iostream>
#include <string>

#include <hg/sparse/matrix_market.hpp>

namespace hgctl {

/// Warns of what a Matrix Market file has that the format does not.
inline void warn_of_remarks(const hg::MatrixMarketFile& file) {
    for (const std::string& remark : file.remarks()) std::cerr << "warning: " << remark << '\n';
}

}  // namespace hgctl
