#include "lapack/qr/stored_reflectors.hpp"

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/common/panel_exchange.hpp"
#include "lapack/qr/unit_lower.hpp"

namespace hg {

void StoredReflectors::keep(DeviceIndex device, const Span& panel, const BlockReflector& Q, RegisterId tau) {
    held_[{device, panel.begin}] = {Q, tau, true};
    builder_.store(tile_of_tau(panel), tau);
    if (host_.T) builder_.store(tile_of_t(panel), Q.T);
}

void StoredReflectors::load(DeviceIndex device, const Span& panel) {
    const auto [held, is_new] = held_.try_emplace({device, panel.begin});
    if (!is_new) return;
    auto& [Q, tau, is_ready] = held->second;
    const auto [rows, cols] = std::pair(host_.order - panel.begin, panel.size());
    if (!host_.T) {
        tau = builder_.reg(device, host_.type, cols, 1, least_window_ld(cols, host_.type));
        builder_.load(tau, tile_of_tau(panel));
    }
    Q.V = builder_.reg(device, host_.type, rows, cols, staggered_window_ld(rows, host_.type));
    load_in_parts(builder_, Q.V, {host_.A, panel.begin, panel.begin, rows, cols});
    if (!host_.T) return;
    Q.T = builder_.reg(device, host_.type, cols, cols, padded_ld(cols, host_.type));
    builder_.load(Q.T, tile_of_t(panel));
}

const BlockReflector& StoredReflectors::on(DeviceIndex device, const Span& panel) {
    load(device, panel);
    auto& [Q, tau, is_ready] = held_.at({device, panel.begin});
    if (is_ready) return Q;
    make_unit_lower(builder_, builder_.window(Q.V, 0, 0, panel.size(), panel.size()));
    if (!host_.T) {
        const auto [triangle, is_new] = triangles_.try_emplace(device, database_, builder_.devices()[device],
                                                               host_.type, host_.order, host_.panel);
        Q.T = triangle->second.append(builder_, Q.V, tau);
    }
    is_ready = true;
    return Q;
}

HostTile StoredReflectors::tile_of_t(const Span& panel) const noexcept {
    return {*host_.T, 0, panel.begin, panel.size(), panel.size()};
}

HostTile StoredReflectors::tile_of_tau(const Span& panel) const noexcept {
    return {host_.tau, panel.begin, 0, panel.size(), 1};
}

}  // namespace hg
