#include <map>

#include "blas/level2/matrix_vector_parts.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/vector.hpp>
#include <hg/kernels/scale.hpp>

namespace hg {
namespace {

/// v := beta v + alpha times block column j of a symmetric A and its mirror image, the block row j, times x:
///
///     v(j) := beta v(j) + alpha A(j, j) x(j) + the sum over i of alpha A(i, j)^T x(i)
///     v(i) := beta v(i) + alpha A(i, j) x(j)
///
/// or with A(i, j)^H if A is hermitian, for the stored off-diagonal tiles (i, j).
void add_symmetric_column(MatrixVectorParts& p, DeviceIndex device, std::size_t j, const VectorBlocks& x,
                          const Coefficient& beta, const VectorBlocks& v) {
    const Coefficient alpha = p.builder.scalar("alpha");
    const RegisterId diagonal = p.tile(device, j, j);
    if (p.is_hermitian())
        hemv(p.builder, p.problem.uplo, alpha, diagonal, x.block(j), beta, v.block(j), p.product_options());
    else
        symv(p.builder, p.problem.uplo, alpha, diagonal, x.block(j), beta, v.block(j),
             {.database = p.database});
    for (std::size_t i = v.blocks().first; i < v.blocks().last; ++i) {
        if (i == j) continue;
        const RegisterId a = p.tile(device, i, j);
        gemv(p.builder, Op::conj_trans, alpha, a, x.block(i), 1.0, v.block(j), p.product_options());
        gemv(p.builder, Op::none, alpha, a, x.block(j), beta, v.block(i), p.product_options());
    }
}

/// Copies `from` to a register of another device, through column `col` of a matrix in host memory.
VectorBlocks sent_to(MatrixVectorParts& p, DeviceIndex to, const VectorBlocks& from, ParameterId matrix,
                     std::size_t col) {
    const VectorBlocks there = p.y->open(to, from.blocks());
    const HostTile tile{matrix, p.y->bounds()[from.blocks().first], static_cast<std::int64_t>(col),
                        p.builder.reg(from.whole()).rows, 1};
    p.builder.store(tile, from.whole());
    p.builder.load(there.whole(), tile);
    return there;
}

}  // namespace

void append_scaling(MatrixVectorParts& p) {
    for (const auto& [device, blocks] : p.divide(p.y->all().last)) {
        const VectorBlocks y = p.y_before(device, blocks);
        if (p.problem.reads_y)
            scal(p.builder, p.beta(), y.whole(), {.database = p.database});
        else
            p.builder.exec(kernels::zero(p.problem.type), {y.whole()});
        p.y->store(y);
    }
}

/// Each device has consecutive rows: y(i) := beta y(i) + the sum over j of alpha op(A)(i, j) x(j)
void append_gemv(MatrixVectorParts& p) {
    const Coefficient alpha = p.builder.scalar("alpha");
    for (const auto& [device, rows] : p.divide(p.y->all().last)) {
        const VectorBlocks y = p.y_before(device, rows);
        const VectorBlocks x = p.x->load(device, p.x->all());
        for (std::size_t i = rows.first; i < rows.last; ++i)
            for (std::size_t j = 0; j < p.x->all().last; ++j)
                gemv(p.builder, p.problem.op, alpha, p.tile_of_op(device, i, j), x.block(j),
                     j == 0 ? p.beta() : Coefficient(1.0), y.block(i), p.product_options());
        p.y->store(y);
    }
}

/// Each device has columns of tiles. The product of the longest column goes to y. Those of the others go to
/// separate sums, which the first device adds to y in the order of the columns, so that the bits of y do not
/// depend on which device has which column.
void append_symv(MatrixVectorParts& p) {
    const std::size_t count = p.A.block_cols();
    const std::vector<TriangleShare> shares = p.divide_triangle(!p.lower());
    const DeviceIndex first = shares[0].device;
    const VectorBlocks y = p.y_before(first, p.y->all());
    ParameterId exchanged{};
    if (shares.size() > 1)
        exchanged = p.builder.matrix("sums", p.problem.type, p.problem.n, static_cast<std::int64_t>(count));
    std::map<std::size_t, VectorBlocks> sums;  // by column
    for (const TriangleShare& share : shares) {
        const VectorBlocks x = p.x->load(share.device, p.x->all());
        for (const std::size_t j : share.blocks) {
            const Blocks rows = p.rows_of_column(j);
            const bool longest = rows.last - rows.first == count;
            const VectorBlocks sum = longest ? y : p.y->open(share.device, rows);
            add_symmetric_column(p, share.device, j, x, longest ? p.beta() : Coefficient(0.0), sum);
            if (!longest) sums.emplace(j, share.device == first ? sum : sent_to(p, first, sum, exchanged, j));
        }
    }
    for (const auto& [j, sum] : sums)
        axpy(p.builder, 1.0, sum.whole(), y.part(sum.blocks()), {.database = p.database});
    p.y->store(y);
}

/// Each device has rows of the result, and a copy of the original x:
///
///     x(i) := op(A)(i, i) x(i) + the sum of op(A)(i, j) x(j) over the other tiles (i, j) of the triangle
void append_trmv(MatrixVectorParts& p) {
    const std::vector<TriangleShare> shares = p.divide_triangle(p.op_is_lower());
    std::vector<VectorBlocks> before;
    for (const TriangleShare& share : shares) before.push_back(p.x->load(share.device, p.x->all()));
    for (std::size_t s = 0; s < shares.size(); ++s)
        for (const std::size_t i : shares[s].blocks) {
            const DeviceIndex device = shares[s].device;
            const VectorBlocks& x = before[s];
            const VectorBlocks after = p.x->open(device, {i, i + 1});
            copy(p.builder, x.block(i), after.whole(), {.database = p.database});
            trmv(p.builder, p.problem.uplo, p.problem.op, p.problem.diag, p.tile(device, i, i), after.whole(),
                 p.product_options());
            const Blocks others = p.op_is_lower() ? Blocks{0, i} : Blocks{i + 1, p.A.block_rows()};
            for (std::size_t j = others.first; j < others.last; ++j)
                gemv(p.builder, p.problem.op, 1.0, p.tile_of_op(device, i, j), x.block(j), 1.0, after.whole(),
                     p.product_options());
            p.x->store(after);
        }
}

}  // namespace hg
