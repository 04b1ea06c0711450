#include "blas/level2/matrix_vector_parts.hpp"
#include <hg/blas/registers/rank_update.hpp>

namespace hg {
namespace {

/// Each device has columns of the triangle; update(x, y, i, j, a) adds to tile a = A(i, j). If the routine
/// has no y, y is x.
template <class Update>
void update_triangle(MatrixVectorParts& p, const Update& update) {
    for (const TriangleShare& share : p.divide_triangle(!p.lower())) {
        const VectorBlocks x = p.x->load(share.device, p.x->all());
        const VectorBlocks y = p.y ? p.y->load(share.device, p.y->all()) : x;
        for (const std::size_t j : share.blocks)
            for (std::size_t i = p.rows_of_column(j).first; i < p.rows_of_column(j).last; ++i) {
                const RegisterId a = p.tile(share.device, i, j);
                update(x, y, i, j, a);
                p.builder.store(p.A.tile(i, j), a);
            }
    }
}

}  // namespace

/// Each device has consecutive columns: A(i, j) := A(i, j) + alpha x(i) y(j)^T, or with y(j)^H
void append_ger(MatrixVectorParts& p) {
    const Coefficient alpha = p.builder.scalar("alpha");
    const auto update = p.problem.routine == "gerc" ? gerc : ger;
    for (const auto& [device, columns] : p.divide(p.A.block_cols())) {
        const VectorBlocks x = p.x->load(device, p.x->all());
        const VectorBlocks y = p.y->load(device, columns);
        for (std::size_t j = columns.first; j < columns.last; ++j)
            for (std::size_t i = 0; i < p.A.block_rows(); ++i) {
                const RegisterId a = p.tile(device, i, j);
                update(p.builder, alpha, x.block(i), y.block(j), a, p.update_options());
                p.builder.store(p.A.tile(i, j), a);
            }
    }
}

/// A(i, j) := A(i, j) + alpha x(i) x(j)^T, or with x(j)^H and a real alpha
void append_syr(MatrixVectorParts& p) {
    const Coefficient alpha = p.builder.scalar("alpha");
    const auto on_diagonal = p.is_hermitian() ? her : syr;
    const auto beside = p.is_hermitian() ? gerc : ger;
    RankUpdateOptions options = p.update_options();
    options.real_alpha = p.is_hermitian();
    update_triangle(
        p, [&](const VectorBlocks& x, const VectorBlocks&, std::size_t i, std::size_t j, RegisterId a) {
            if (i == j) return on_diagonal(p.builder, p.problem.uplo, alpha, x.block(i), a, options);
            beside(p.builder, alpha, x.block(i), x.block(j), a, options);
        });
}

/// A(i, j) := A(i, j) + alpha (x(i) y(j)^T + y(i) x(j)^T), or A(i, j) + alpha x(i) y(j)^H + conj(alpha) y(i)
/// x(j)^H
void append_syr2(MatrixVectorParts& p) {
    const Coefficient alpha = p.builder.scalar("alpha");
    const Coefficient second = p.is_hermitian() ? Coefficient(p.builder.scalar("conj_alpha")) : alpha;
    const auto on_diagonal = p.is_hermitian() ? her2 : syr2;
    const auto beside = p.is_hermitian() ? gerc : ger;
    const RankUpdateOptions options = p.update_options();
    update_triangle(
        p, [&](const VectorBlocks& x, const VectorBlocks& y, std::size_t i, std::size_t j, RegisterId a) {
            if (i == j)
                return on_diagonal(p.builder, p.problem.uplo, alpha, x.block(i), y.block(i), a, options);
            beside(p.builder, alpha, x.block(i), y.block(j), a, options);
            beside(p.builder, second, y.block(i), x.block(j), a, options);
        });
}

}  // namespace hg
