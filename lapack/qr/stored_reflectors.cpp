#include "lapack/qr/stored_reflectors.hpp"

#include <algorithm>

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/qr/unit_lower.hpp"

namespace hg {

StoredReflectors::StoredReflectors(ProgramBuilder& builder, ElementType type, const BlockLayout& layout,
                                   const BlockColumns& A)
    : builder_(builder),
      type_(type),
      layout_(layout),
      A_(A),
      tau_(builder.matrix("tau", type, layout.order(), 1)) {
    if (exchanges_panels())
        T_ = builder.matrix("T", type, std::min(layout.panel, layout.order()), layout.order());
}

void StoredReflectors::keep(DeviceIndex device, const Span& panel, const BlockReflector& Q, RegisterId tau) {
    held_[{device, panel.begin}] = Q;
    builder_.store({tau_, panel.begin, 0, panel.size(), 1}, tau);
    if (exchanges_panels()) builder_.store(tile_of_t(panel), Q.T);
}

void StoredReflectors::load(DeviceIndex device, const Span& panel) {
    const auto [held, is_new] = held_.try_emplace({device, panel.begin});
    if (!is_new) return;
    const HostTile V = A_.tile({{panel.begin, layout_.m}, panel});
    held->second = {builder_.reg(device, type_, V.rows, V.cols, staggered_window_ld(V.rows, type_)),
                    builder_.reg(device, type_, V.cols, V.cols, padded_ld(V.cols, type_))};
    load_in_parts(builder_, held->second.V, V);
    builder_.load(held->second.T, tile_of_t(panel));
    with_r_.insert({device, panel.begin});
}

const BlockReflector& StoredReflectors::on(DeviceIndex device, const Span& panel) {
    load(device, panel);
    const BlockReflector& Q = held_.at({device, panel.begin});
    if (with_r_.erase({device, panel.begin}) > 0)
        make_unit_lower(builder_, builder_.window(Q.V, 0, 0, panel.size(), panel.size()));
    return Q;
}

HostTile StoredReflectors::tile_of_t(const Span& panel) const noexcept {
    return {T_, 0, panel.begin, panel.size(), panel.size()};
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
