#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "sparse/matrix/csr.hpp"

/// Checks of what factories are given. They throw Error{invalid_argument} that says what is wrong, and where.
namespace hg::sparse {

/// Rows and columns that a matrix has at most: sums of such numbers hold.
inline constexpr std::int64_t kMostRows = std::int64_t{1} << 60;

/// "`name` = `value` must be from `least` to `most`". `routine` in messages, such as "from_csr".
void check_range(const char* routine, int argument, const char* name, std::int64_t value, std::int64_t least,
                 std::int64_t most);

void check_size(const char* routine, std::int64_t rows, std::int64_t cols);

/// Rows that hg makes row_start for, beyond those of matrices that are given as compressed rows: so memory
/// follows the elements.
constexpr std::int64_t most_rows(std::int64_t nonzeros) noexcept {
    constexpr std::int64_t kOfAnyMatrix = std::int64_t{1} << 24, kOfElement = 64;
    return kOfAnyMatrix + kOfElement * std::min(nonzeros, kMostRows / kOfElement);
}

/// "at most N rows: ...", the reason for an error about a matrix that has more.
std::string rows_needed(std::int64_t nonzeros);

/// Not more than most_rows(). `number` and `name` are those of the argument that makes the rows.
void check_rows(const char* routine, int number, const char* name, std::int64_t rows, std::int64_t nonzeros);

/// Numbers that do not fall, from 0 to `nonzeros`.
template <class Index>
void check_row_start(const char* routine, std::int64_t rows, std::span<const Index> row_start,
                     std::int64_t nonzeros);

/// All columns, or rows, are in [0, count). `what` is "column" or "row", the argument's name.
template <class Index>
void check_indices(const char* routine, int argument, const char* what, std::span<const Index> index,
                   std::int64_t count);

/// Columns of a row ascend; if `may_repeat`, they may be equal. row_start and the columns' range must be
/// right.
template <Element T>
void check_order(const char* routine, const CsrArrays<T>& arrays, bool may_repeat);

}  // namespace hg::sparse
