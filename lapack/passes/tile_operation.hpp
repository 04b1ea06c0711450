#pragma once

#include <algorithm>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// Rows and columns of a matrix.
struct Tile {
    Span rows;
    Span cols;

    [[nodiscard]] bool empty() const noexcept { return rows.empty() || cols.empty(); }
};

constexpr bool overlap(const Span& a, const Span& b) noexcept {
    return std::max(a.begin, b.begin) < std::min(a.end, b.end);
}
constexpr bool overlap(const Tile& a, const Tile& b) noexcept {
    return overlap(a.rows, b.rows) && overlap(a.cols, b.cols);
}
constexpr bool equal(const Span& a, const Span& b) noexcept {
    return a.begin == b.begin && a.end == b.end;
}

/// One operation of a blocked algorithm on a matrix A. The algorithm's definition says what is computed;
/// passes add where, and by their order when.
struct TileOperation {
    enum class Kind : std::uint8_t {
        factor,   ///< factors `writes`, a panel from its diagonal down
        permute,  ///< writes := P writes, where factoring the panels `left` has chosen P
        solve,    ///< writes := left^-1 writes, `left` a triangle
        update,   ///< writes := writes - left right
        copy      ///< `writes` comes to the device, from host memory or from another device
    };
    /// Which operand is taken as its adjoint.
    enum class Adjoint : std::uint8_t {
        none,
        left  ///< of a solve or an update
    };
    Kind kind = Kind::factor;
    Tile writes;
    Tile left{};
    Tile right{};
    Uplo uplo = Uplo::lower;  ///< the triangle that `left` is, or is part of
    Adjoint adjoint = Adjoint::none;
    DeviceIndex device = 0;
    QueueKind queue = QueueKind::exec;
    std::optional<DeviceIndex> from{};  ///< of copies between devices
};

using TileOperations = std::vector<TileOperation>;

/// "update A[128..640, 256..512] by A[128..640, 0..128] A[0..128, 256..512] on 0"
std::ostream& operator<<(std::ostream& out, const TileOperation& operation);

/// Calls use(device, tile, writes) for each tile that an operation reads or writes, where it does so.
template <class Use>
void for_each_access(const TileOperation& op, const Use& use) {
    if (op.kind == TileOperation::Kind::copy && op.from) use(*op.from, op.writes, false);
    if (!op.left.empty()) use(op.device, op.left, false);
    if (!op.right.empty()) use(op.device, op.right, false);
    use(op.device, op.writes, true);
}

}  // namespace hg
