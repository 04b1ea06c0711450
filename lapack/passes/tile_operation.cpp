#include "lapack/passes/tile_operation.hpp"

#include <cstddef>
#include <ostream>

namespace hg {
namespace {

constexpr const char* kKinds[] = {"factor", "permute", "reflect", "solve", "update", "copy", "store"};

void write(std::ostream& out, const Tile& tile) {
    out << " A[" << tile.rows.begin << ".." << tile.rows.end << ", " << tile.cols.begin << ".."
        << tile.cols.end << ']';
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const TileOperation& operation) {
    out << kKinds[static_cast<std::size_t>(operation.kind)];
    write(out, operation.writes);
    if (!operation.left.empty()) write(out << " by", operation.left);
    if (operation.adjoint == TileOperation::Adjoint::left) out << "^H";
    if (!operation.right.empty()) write(out, operation.right);
    if (operation.adjoint == TileOperation::Adjoint::right) out << "^H";
    if (operation.side == Side::right) out << " from the right";
    if (operation.from) out << " from " << *operation.from;
    return out << " on " << operation.device << (operation.queue == QueueKind::exec2 ? ", EXEC2" : "");
}

}  // namespace hg
