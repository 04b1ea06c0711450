#include "lapack/common/block_column_devices.hpp"

#include <algorithm>
#include <cstdint>

#include "blas/tiles/device_grid.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

std::vector<DeviceIndex> block_column_devices(ElementType type, const Target& target) {
    for (const bool hosts : {false, true})
        if (std::vector<DeviceIndex> devices = computing_devices(type, target, hosts); !devices.empty())
            return devices;
    throw Error(ErrorCode::device_failed, "no device of the target computes in " + std::string(name(type)));
}

void require_memory(double bytes, const std::string& work, const std::vector<DeviceIndex>& devices,
                    const Target& target) {
    for (const DeviceIndex d : devices) {
        const DeviceModel& device = target.devices[d];
        if (bytes > static_cast<double>(device.memory))
            throw Error(ErrorCode::out_of_memory,
                        work + " needs at least " +
                            std::to_string(static_cast<std::uint64_t>(std::min(bytes, 1e18))) +
                            " bytes of memory on " + device.name + ", but programs may use " +
                            std::to_string(device.memory) +
                            " bytes there; HG_MEMORY_LIMIT, if it is set, may be too low");
    }
}

}  // namespace hg
