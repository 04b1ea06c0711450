// hg_devices() and hg_fall_backs() of hg.h.
#include <optional>
#include <utility>
#include <vector>

#include "blas/session/process_devices.hpp"
#include "interfaces/c/guard.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/blas/fall_back.hpp>
#include <hg/hg.h>

namespace hg::interfaces {
namespace {

/// The devices as C reads them.
std::vector<hg_device> device_rows() {
    std::vector<hg_device> rows;
    for (const DeviceListing& listing : process_devices()) {
        const DeviceInfo& info = listing.info;
        rows.push_back({info.name.c_str(), info.vendor.c_str(), info.platform.c_str(),
                        info.is_host  ? "host"
                        : info.is_gpu ? "gpu"
                                      : "other",
                        info.memory, info.compute_units, info.has_f64 ? 1 : 0});
    }
    return rows;
}

/// Fall-backs as C reads them, with the texts that they point to.
struct FallBackRows {
    std::vector<FallBack> list;
    std::vector<hg_fall_back> rows{};

    explicit FallBackRows(std::vector<FallBack> fall_backs) : list(std::move(fall_backs)) {
        for (const FallBack& one : list)
            rows.push_back({one.device.c_str(), one.reason.c_str(), one.finished_by.c_str(),
                            static_cast<int64_t>(one.times)});
    }
};

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

int64_t hg_fall_backs(const hg_fall_back** fall_backs, int64_t* count) {
    using namespace hg::interfaces;
    return guarded(0, [&] {
        hg::require_argument(fall_backs != nullptr, "hg_fall_backs", 1, "fall_backs", "must not be null");
        hg::require_argument(count != nullptr, "hg_fall_backs", 2, "count", "must not be null");
        *fall_backs = nullptr;
        *count = 0;
        thread_local std::optional<FallBackRows> known;
        known.emplace(hg::fall_backs());
        *fall_backs = known->rows.data();
        *count = static_cast<int64_t>(known->rows.size());
    });
}
