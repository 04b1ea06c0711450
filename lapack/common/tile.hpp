#pragma once

#include <algorithm>

#include "blas/level3/triangle/triangle_shape.hpp"

namespace hg {

/// Rows and columns of a matrix.
struct Tile {
    Span rows;
    Span cols;

    [[nodiscard]] bool empty() const noexcept { return rows.empty() || cols.empty(); }
};

constexpr bool overlap(const Span& a, const Span& b) noexcept {
    return std::max(a.begin, b.begin) < std::min(a.end, b.end);
}
constexpr bool overlap(const Tile& a, const Tile& b) noexcept {
    return overlap(a.rows, b.rows) && overlap(a.cols, b.cols);
}
constexpr bool equal(const Span& a, const Span& b) noexcept {
    return a.begin == b.begin && a.end == b.end;
}
/// Makes a span reach over another one.
inline void extend(Span& span, const Span& over) noexcept {
    span = span.empty() ? over : Span{std::min(span.begin, over.begin), std::max(span.end, over.end)};
}

}  // namespace hg
