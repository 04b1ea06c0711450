#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "lapack/common/tile.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// One operation of a blocked algorithm on a matrix A. The algorithm's definition says what is computed;
/// passes add where, and by their order when.
struct TileOperation {
    enum class Kind : std::uint8_t {
        factor,   ///< factors `writes`, a panel from its diagonal down or its diagonal block
        permute,  ///< writes := P writes, where factoring the panels `left` has chosen P
        reflect,  ///< writes := Q^H writes, where factoring the panel `left` has given Q
        solve,    ///< writes := left^-1 writes, or writes left^-1 from the right, `left` a triangle
        update,   ///< writes := writes - left right
        copy,     ///< `writes` is loaded, from host memory or from another device
        store     ///< `writes` is final and is stored
    };
    /// Which operand is taken as its adjoint.
    enum class Adjoint : std::uint8_t {
        none,
        left,  ///< of a solve or an update
        /// Of an update. If the rows of `writes` begin with its first column, it is a trapezoid of a
        /// Hermitian matrix: nothing above its diagonal is read or written.
        right
    };
    Kind kind = Kind::factor;
    Tile writes;
    Tile left{};
    Tile right{};
    Side side = Side::left;  ///< on which a solve has its triangle
    Adjoint adjoint = Adjoint::none;
    DeviceIndex device = 0;
    QueueKind queue = QueueKind::exec;
    std::optional<DeviceIndex> from{};  ///< of copies between devices
};

using TileOperations = std::vector<TileOperation>;

/// Whether an operation loads columns from host memory.
inline bool is_load(const TileOperation& op) noexcept {
    return op.kind == TileOperation::Kind::copy && !op.from;
}
/// Whether it brings part of a panel from another device.
inline bool is_exchange(const TileOperation& op) noexcept {
    return op.kind == TileOperation::Kind::copy && op.from.has_value();
}

/// "update A[128..640, 256..512] by A[128..640, 0..128] A[0..128, 256..512] on 0"
std::ostream& operator<<(std::ostream& out, const TileOperation& operation);

/// Calls use(device, tile, writes) for each tile that an operation reads or writes, where it does so.
template <class Use>
void for_each_access(const TileOperation& op, const Use& use) {
    if (is_exchange(op)) use(*op.from, op.writes, false);
    if (!op.left.empty()) use(op.device, op.left, false);
    if (!op.right.empty()) use(op.device, op.right, false);
    use(op.device, op.writes, op.kind != TileOperation::Kind::store);
}

}  // namespace hg
