#include "lapack/qr/reflector_loads.hpp"

#include "blas/tiles/leading_dimension.hpp"
#include "lapack/qr/stored_reflectors.hpp"

namespace hg {

const BlockReflector& ReflectorLoads::on(DeviceIndex device, std::int64_t p) {
    const auto found = held_.find({device, p});
    if (found != held_.end()) return found->second;
    const auto& [type, A, tau_of_all, order, count, panel] = reflectors_;
    const auto [triangle, is_new] =
        triangles_.try_emplace(device, database_, builder_.devices()[device], type, order, panel);
    const Span columns = reflectors_.columns_of(p);
    const RegisterId tau =
        builder_.reg(device, type, columns.size(), 1, least_window_ld(columns.size(), type));
    builder_.load(tau, {tau_of_all, columns.begin, 0, columns.size(), 1});
    const RegisterId V = load_reflectors(
        builder_, device, type, {A, columns.begin, columns.begin, order - columns.begin, columns.size()});
    return held_[{device, p}] = {V, triangle->second.append(builder_, V, tau)};
}

}  // namespace hg
