#include "lapack/substitution/resident_triangles.hpp"

#include <algorithm>
#include <utility>

#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/copy.hpp"

namespace hg {
namespace {

/// More would hold more memory, and wait longer for the last of them.
constexpr std::int64_t kTogether = 8;

}  // namespace

void ResidentTriangles::keep(std::size_t k, RegisterId block) {
    const Register of_block = builder_.reg(block);
    if (!steps_.inverts(block)) {
        ready_[k] = steps_.kept(second_.uplo, second_.diag, second_.op, block);
        return;
    }
    Waiting& waiting = waiting_[of_block.device];
    if (waiting.columns.empty())
        waiting.blocks =
            builder_.reg(of_block.device, of_block.type, of_block.rows, together_from(k) * of_block.rows,
                         staggered_window_ld(of_block.rows, of_block.type));
    const std::int64_t first = std::ssize(waiting.columns) * of_block.rows;
    builder_.exec(kernels::copy(of_block.type),
                  {block, builder_.window(waiting.blocks, 0, first, of_block.rows, of_block.rows)});
    waiting.columns.push_back(k);
    if (first + of_block.rows == builder_.reg(waiting.blocks).cols) invert(std::exchange(waiting, {}));
}

/// The last block column may be narrower than the others.
std::int64_t ResidentTriangles::together_from(std::size_t k) const {
    std::int64_t count = 1;
    for (std::size_t next = k + layout_.devices.size();
         count < kTogether && next < layout_.blocks() &&
         layout_.columns_of(next).size() == layout_.columns_of(k).size();
         next += layout_.devices.size())
        ++count;
    return count;
}

void ResidentTriangles::invert(const Waiting& waiting) {
    const auto triangles = steps_.prepared_all(second_.uplo, second_.diag, second_.op, waiting.blocks);
    for (std::size_t i = 0; i < triangles.size(); ++i) ready_[waiting.columns[i]] = triangles[i];
}

}  // namespace hg
