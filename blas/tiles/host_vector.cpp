#include "blas/tiles/host_vector.hpp"

#include <hg/runtime/program/error.hpp>

namespace hg {

DeviceIndex first_device_for(ElementType type, const Target& target) {
    bool any = false;
    for (DeviceIndex d = 0; d < target.devices.size(); ++d) {
        if (target.devices[d].available && target.devices[d].computes(type)) return d;
        any = any || target.devices[d].available;
    }
    if (!any) throw Error(ErrorCode::device_lost, "all devices were lost");
    throw Error(ErrorCode::invalid_argument,
                "none of the devices supports double precision; set HG_DEVICES=host to compute on the CPU");
}

}  // namespace hg
