#include "lapack/substitution/diagonal_triangles.hpp"

#include <algorithm>

#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/copy.hpp"

namespace hg {
namespace {

/// More would hold more memory, and wait longer for the last of them.
constexpr std::int64_t kTogether = 8;

}  // namespace

/// If both substitutions are with one triangle, of a real matrix it is ready for both.
void DiagonalTriangles::prepare(bool second, std::int64_t column, RegisterId block) {
    const SubstitutionSteps::Triangle triangle = ready_[{second, column}] = prepared(second, block);
    if (layout_.kept == ResidentFactors::triangle)
        ready_[{true, column}] = is_complex(builder_.reg(block).type) ? prepared(true, block) : triangle;
    if (layout_.kept == ResidentFactors::diagonals) keep(column, block);
}

SubstitutionSteps::Triangle DiagonalTriangles::prepared(bool second, RegisterId block) const {
    const auto& [uplo, op, diag] = substitutions_[second];
    return steps_.prepared(uplo, diag, op, block);
}

void DiagonalTriangles::keep(std::int64_t column, RegisterId block) {
    const auto& [uplo, op, diag] = substitutions_[1];
    if (!steps_.inverts(block)) {
        ready_[{true, column}] = steps_.kept(uplo, diag, op, block);
        return;
    }
    const Register of_block = builder_.reg(block);
    const std::int64_t rows = of_block.rows;
    auto& [blocks, columns] = waiting_[of_block.device];
    if (columns.empty())
        blocks = builder_.reg(of_block.device, of_block.type, rows, together_from(column) * rows,
                              staggered_window_ld(rows, of_block.type));
    builder_.exec(kernels::copy(of_block.type),
                  {block, builder_.window(blocks, 0, std::ssize(columns) * rows, rows, rows)});
    columns.push_back(column);
    if (std::ssize(columns) * rows < builder_.reg(blocks).cols) return;
    const auto inverted = steps_.prepared_all(uplo, diag, op, blocks);
    for (std::size_t i = 0; i < inverted.size(); ++i) ready_[{true, columns[i]}] = inverted[i];
    columns.clear();
}

/// The last block column may be narrower than the others.
std::int64_t DiagonalTriangles::together_from(std::int64_t column) const noexcept {
    const std::int64_t wide = layout_.n / layout_.block, first = column / layout_.block;
    const auto stride = std::ssize(layout_.devices);
    return first < wide ? std::min(kTogether, (wide - 1 - first) / stride + 1) : 1;
}

}  // namespace hg
