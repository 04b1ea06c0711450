#include "lapack/inverse/inverse_matrix.hpp"

#include "blas/call/shape.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/symmetric_part.hpp"
#include "lapack/common/panel_exchange.hpp"

namespace hg {

InverseMatrix::InverseMatrix(ProgramBuilder& builder, const InverseProblem& problem,
                             const InverseLayout& layout)
    : builder_(builder),
      layout_(layout),
      type_(problem.type),
      transposed_(problem.uplo == Uplo::upper),
      parameter_(builder.matrix("A", problem.type, problem.n, problem.n)),
      all_(builder.reg(layout.device, type_, layout.n, layout.n, staggered_window_ld(layout.n, type_))) {}

void InverseMatrix::load(std::size_t k) {
    const Span columns = layout_.columns_of(k);
    const Span behind = layout_.behind(k);
    builder_.load(diagonal(k), triangle(columns));
    if (!behind.empty()) load_in_parts(builder_, below(k), tile(behind, columns));
}

RegisterId InverseMatrix::diagonal(std::size_t k) {
    return window(layout_.columns_of(k), layout_.columns_of(k));
}

RegisterId InverseMatrix::below(std::size_t k) {
    return window(layout_.behind(k), layout_.columns_of(k));
}

RegisterId InverseMatrix::inverse_behind(std::size_t k) {
    return window(layout_.behind(k), layout_.behind(k));
}

/// The block column, and the block row that is its mirror image: products read them as any matrix.
void InverseMatrix::put(std::size_t k, RegisterId diagonal, RegisterId below) {
    const Span columns = layout_.columns_of(k);
    const Span behind = layout_.behind(k);
    const auto width = static_cast<double>(columns.size());
    const Scalar upper = transposed_ ? 1.0 : 0.0;
    const InstructionPtr part = kernels::self_adjoint_part(type_);
    builder_.exec(
        part,
        {diagonal, diagonal, behind.empty() ? diagonal : below, window({columns.begin, layout_.n}, columns)},
        {0.0, 0.0, upper});
    builder_.store(triangle(columns), this->diagonal(k));
    if (behind.empty()) return;
    store_in_parts(builder_, tile(behind, columns), this->below(k));
    builder_.exec(part, {diagonal, below, diagonal, window(columns, behind)},
                  {transposed_ ? 0.0 : width, transposed_ ? width : 0.0, upper});
}

RegisterId InverseMatrix::window(const Span& rows, const Span& cols) {
    return transposed_ ? builder_.window(all_, cols.begin, rows.begin, cols.size(), rows.size())
                       : builder_.window(all_, rows.begin, cols.begin, rows.size(), cols.size());
}

HostTile InverseMatrix::tile(const Span& rows, const Span& cols) const noexcept {
    if (transposed_) return {parameter_, cols.begin, rows.begin, cols.size(), rows.size()};
    return {parameter_, rows.begin, cols.begin, rows.size(), cols.size()};
}

HostTile InverseMatrix::triangle(const Span& diagonal) const noexcept {
    HostTile square = tile(diagonal, diagonal);
    square.part = part_of(transposed_ ? Uplo::upper : Uplo::lower);
    return square;
}

}  // namespace hg
