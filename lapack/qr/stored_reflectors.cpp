#include "lapack/qr/stored_reflectors.hpp"

#include <algorithm>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/qr/unit_lower.hpp"

namespace hg {

StoredReflectors::StoredReflectors(ProgramBuilder& builder, ElementType type, const QrLayout& layout,
                                   const QrBlockColumns& A)
    : builder_(builder),
      type_(type),
      layout_(layout),
      A_(A),
      tau_(builder.matrix("tau", type, layout.reflectors(), 1)) {
    if (layout.exchanges_panels())
        T_ = builder.matrix("T", type, std::min(layout.panel, layout.reflectors()), layout.reflectors());
}

void StoredReflectors::keep(DeviceIndex device, std::int64_t p, const BlockReflector& Q, RegisterId tau) {
    held_[{device, p}] = Q;
    const Span columns = layout_.columns_of_panel(p);
    builder_.store({tau_, columns.begin, 0, columns.size(), 1}, tau);
    if (layout_.exchanges_panels()) builder_.store(tile_of_t(p), Q.T);
}

const BlockReflector& StoredReflectors::on(DeviceIndex device, std::int64_t p) {
    const auto found = held_.find({device, p});
    if (found != held_.end()) return found->second;
    return held_[{device, p}] = load(device, p);
}

BlockReflector StoredReflectors::load(DeviceIndex device, std::int64_t p) {
    const Span columns = layout_.columns_of_panel(p);
    const RegisterId V = load_reflectors(builder_, device, type_, A_.tile(columns.begin, columns));
    const RegisterId T =
        builder_.reg(device, type_, columns.size(), columns.size(), padded_ld(columns.size(), type_));
    builder_.load(T, tile_of_t(p));
    return {V, T};
}

HostTile StoredReflectors::tile_of_t(std::int64_t p) const noexcept {
    const Span columns = layout_.columns_of_panel(p);
    return {T_, 0, columns.begin, columns.size(), columns.size()};
}

RegisterId load_reflectors(ProgramBuilder& builder, DeviceIndex device, ElementType type,
                           const HostTile& tile) {
    const RegisterId V =
        builder.reg(device, type, tile.rows, tile.cols, staggered_window_ld(tile.rows, type));
    load_in_parts(builder, V, tile);
    make_unit_lower(builder, builder.window(V, 0, 0, tile.cols, tile.cols));
    return V;
}

}  // namespace hg
