#pragma once

#include <cstdint>

#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// Bytes that a product of a sparse matrix moves at least, as peers count them: columns and values, row
/// starts, X and Y of `vectors` columns once.
inline double least_bytes(std::int64_t rows, std::int64_t cols, std::int64_t nonzeros, hg::ElementType type,
                          std::int64_t vectors = 1) {
    const auto size = static_cast<double>(hg::size_of(type));
    return static_cast<double>(nonzeros) * (size + 4) + static_cast<double>(rows) * 4 +
           static_cast<double>((rows + cols) * vectors) * size;
}

}  // namespace hgctl
