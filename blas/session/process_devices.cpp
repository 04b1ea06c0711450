#include "blas/session/process_devices.hpp"

#include "runtime/machine/device/discovery.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/machine/options.hpp>

namespace hg {

const std::vector<DeviceListing>& process_devices() {
    static const NoDestructor listings{selected_devices(MachineOptions::from_environment())};
    return *listings;
}

}  // namespace hg
