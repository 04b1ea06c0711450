#include "blas/call/check.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "blas/call/letters.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

// Messages are made only if they are needed: to make one costs more than the product of a small call.

void check_layout(std::string_view routine, int number, Layout layout) {
    if (layout == Layout::col_major || layout == Layout::row_major) return;
    require_argument(false, routine, number, "layout", "must be col_major or row_major");
}

void check_side(std::string_view routine, int number, Side side) {
    if (is_valid(side)) return;
    require_argument(false, routine, number, "side", "must be left or right");
}

void check_uplo(std::string_view routine, int number, Uplo uplo) {
    if (is_valid(uplo)) return;
    require_argument(false, routine, number, "uplo", "must be lower or upper");
}

void check_diag(std::string_view routine, int number, Diag diag) {
    if (is_valid(diag)) return;
    require_argument(false, routine, number, "diag", "must be non_unit or unit");
}

void check_op(std::string_view routine, int number, std::string_view name, Op op) {
    if (is_valid(op)) return;
    require_argument(false, routine, number, name, "must be none, trans or conj_trans");
}

void check_size(std::string_view routine, int number, std::string_view name, std::int64_t size) {
    if (size >= 0) return;
    require_argument(false, routine, number, name, "must not be negative, but is " + std::to_string(size));
}

void check_matrix(std::string_view routine, Layout layout, const MatrixArgument& matrix,
                  std::int64_t element_size) {
    const bool by_columns = layout == Layout::col_major;
    const std::int64_t extent = by_columns ? matrix.rows : matrix.cols;
    const std::int64_t lines = by_columns ? matrix.cols : matrix.rows;
    const std::int64_t least = std::max<std::int64_t>(extent, 1);
    if (matrix.ld < least)
        require_argument(false, routine, matrix.ld_number, matrix.ld_name,
                         "must be at least " + std::to_string(least) + " (the " +
                             (by_columns ? "rows" : "columns") + " of " + std::string(matrix.name) +
                             " as stored), but is " + std::to_string(matrix.ld));
    const std::int64_t most_elements = std::numeric_limits<std::int64_t>::max() / element_size;
    if (lines > 0 && matrix.ld > most_elements / lines)
        require_argument(false, routine, matrix.ld_number, matrix.ld_name,
                         "makes " + std::string(matrix.name) + " larger than memory can be: " +
                             std::to_string(matrix.ld) + " x " + std::to_string(lines) + " elements");
    if (matrix.used && extent > 0 && lines > 0 && matrix.data == nullptr)
        require_argument(false, routine, matrix.number, matrix.name, "must not be null");
}

}  // namespace hg
