#include "lapack/passes/divide.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace hg {
namespace {

using Kind = TileOperation::Kind;
using Adjoint = TileOperation::Adjoint;

/// C := C - A B^H on and below the diagonal of C.
bool updates_trapezoid(const TileOperation& op) {
    return op.kind == Kind::update && op.adjoint == Adjoint::right &&
           op.writes.rows.begin == op.writes.cols.begin;
}

TileOperation of_rows(TileOperation op, const Span& rows) {
    op.writes.rows = op.left.rows = rows;
    return op;
}

TileOperation of_columns(TileOperation op, const Span& cols) {
    if (updates_trapezoid(op)) op = of_rows(op, {cols.begin, op.writes.rows.end});
    op.writes.cols = cols;
    if (!op.right.empty()) (op.adjoint == Adjoint::right ? op.right.rows : op.right.cols) = cols;
    return op;
}

}  // namespace

TileOperations divide_columns(const TileOperations& operations, const std::vector<std::int64_t>& bounds,
                              const DividedOperations& divided) {
    TileOperations result;
    for (const TileOperation& op : operations) {
        const Span cols = op.writes.cols;
        const bool is_divided = op.kind != Kind::factor && divided(op);
        auto bound = std::upper_bound(bounds.begin(), bounds.end(), cols.begin);
        for (Span part = cols; part.begin < cols.end; part.begin = part.end) {
            part.end = !is_divided || bound == bounds.end() ? cols.end : std::min(cols.end, *bound++);
            result.push_back(of_columns(op, part));
        }
    }
    std::ranges::stable_sort(result, {}, [](const TileOperation& op) {
        return op.kind == Kind::factor ? std::pair(op.writes.cols.begin, std::int64_t{-1})
                                       : std::pair(op.left.cols.begin, op.writes.cols.begin);
    });
    return result;
}

TileOperations divide_diagonal_blocks(const TileOperations& operations, const DividedOperations& divided) {
    TileOperations result;
    for (const TileOperation& op : operations) {
        const auto [rows, cols] = op.writes;
        if (!updates_trapezoid(op) || rows.end <= cols.end || !divided(op)) {
            result.push_back(op);
            continue;
        }
        result.push_back(of_rows(op, cols));
        result.push_back(of_rows(op, {cols.end, rows.end}));
    }
    return result;
}

TileOperations writing(const TileOperations& operations, const Span& columns) {
    TileOperations result;
    std::ranges::copy_if(operations, std::back_inserter(result),
                         [&](const TileOperation& op) { return overlap(op.writes.cols, columns); });
    return result;
}

std::vector<std::int64_t> multiples(std::int64_t width, std::int64_t end) {
    std::vector<std::int64_t> bounds;
    for (std::int64_t c = width; c < end; c += width) bounds.push_back(c);
    return bounds;
}

}  // namespace hg
