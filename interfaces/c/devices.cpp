// hg_devices() of hg.h.
#include <vector>

#include "blas/session/process_devices.hpp"
#include "interfaces/c/guard.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/hg.h>

namespace hg::interfaces {
namespace {

/// The devices as C reads them.
std::vector<hg_device> device_rows() {
    std::vector<hg_device> rows;
    for (const auto& [position, info] : process_devices())
        rows.push_back({info.name.c_str(), info.vendor.c_str(), info.platform.c_str(),
                        info.is_host  ? "host"
                        : info.is_gpu ? "gpu"
                                      : "other",
                        info.memory, info.compute_units, info.has_f64 ? 1 : 0});
    return rows;
}

}  // namespace
}  // namespace hg::interfaces

int64_t hg_devices(const hg_device** devices, int64_t* count) {
    using namespace hg::interfaces;
    return guarded(0, [&] {
        hg::require_argument(devices != nullptr, "hg_devices", 1, "devices", "must not be null");
        hg::require_argument(count != nullptr, "hg_devices", 2, "count", "must not be null");
        *devices = nullptr;
        *count = 0;
        static const hg::NoDestructor rows{device_rows()};
        *devices = (*rows).data();
        *count = static_cast<int64_t>((*rows).size());
    });
}
