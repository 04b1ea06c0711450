#include <map>

#include "blas/level2/matrix_vector_parts.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/trsv.hpp>

namespace hg {
namespace {

/// The blocks of x that a device has, by their numbers.
using Solved = std::map<std::size_t, VectorBlocks>;

/// Block j of the solution, which is loaded if another device has computed it.
RegisterId solved_block(MatrixVectorParts& p, DeviceIndex device, Solved& solved, std::size_t j) {
    if (!solved.contains(j)) solved.emplace(j, p.x->load(device, {j, j + 1}));
    return solved.at(j).whole();
}

}  // namespace

/// Substitution, each row by the next device in turn:
///
///     x(i) := op(A)(i, i)^-1 (x(i) - the sum of op(A)(i, j) x(j) over the rows j before it)
///
/// The latest x(j) comes last; the tiles of the row are already in transit by then.
void append_trsv(MatrixVectorParts& p) {
    const std::size_t count = p.A.block_rows();
    std::vector<Solved> solved(p.devices.size());
    const auto row = [&](std::size_t step) { return p.op_is_lower() ? step : count - 1 - step; };
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t i = row(step), turn = step % p.devices.size();
        const DeviceIndex device = p.devices[turn];
        const VectorBlocks x = p.x->load(device, {i, i + 1});
        for (std::size_t before = 0; before < step; ++before) {
            const std::size_t j = row(before);
            const RegisterId a = p.tile_of_op(device, i, j);
            gemv(p.builder, p.problem.op, -1.0, a, solved_block(p, device, solved[turn], j), 1.0, x.whole(),
                 p.product_options());
        }
        trsv(p.builder, p.problem.uplo, p.problem.op, p.problem.diag, p.tile(device, i, i), x.whole(),
             {.database = p.database, .conjugated = p.problem.conjugated});
        p.x->store(x);
        solved[turn].emplace(i, x);
    }
}

}  // namespace hg
