#include "lapack/common/block_column_devices.hpp"

#include "blas/cost/plan.hpp"
#include "blas/tiles/device_grid.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

std::vector<DeviceIndex> block_column_devices(ElementType type, const Target& target) {
    for (const bool hosts : {false, true})
        if (std::vector<DeviceIndex> devices = computing_devices(type, target, hosts); !devices.empty())
            return devices;
    throw Error(ErrorCode::device_failed, "no device of the target supports " + std::string(name(type)));
}

void require_memory(double bytes, const std::string& work, const std::vector<DeviceIndex>& devices,
                    const Target& target) {
    for (const DeviceIndex d : devices)
        if (bytes > static_cast<double>(target.devices[d].memory))
            throw too_little_memory(work, bytes, target.devices[d]);
}

}  // namespace hg
