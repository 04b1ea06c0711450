#include "runtime/machine/device/discovery.hpp"

#include <map>
#include <string>
#include <utility>

#include "runtime/machine/device/host_device.hpp"
#include "runtime/machine/device/selection.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/opencl/opencl_device.hpp"
#include "runtime/machine/opencl/platforms/opencl_platforms.hpp"
#include "runtime/machine/staging/staging.hpp"

namespace hg {
namespace {

/// Returns the staging resources of each platform; all platforms share `given` if it has a pool.
std::map<std::string, Staging> make_staging(const std::vector<SelectedDevice>& selected,
                                            const MachineOptions& options, const Staging& given) {
    std::map<std::string, int> devices;
    for (const SelectedDevice& device : selected)
        if (!device.is_host()) ++devices[device.choice.info.platform];
    std::map<std::string, Staging> staging;
    for (const auto& [platform, count] : devices)
        staging.emplace(platform, given.pool ? given : Staging::make(options, given.threads, count));
    return staging;
}

/// Returns the OpenCL devices that were found, and the host device after them.
std::vector<DeviceListing> list(const std::vector<OpenClChoice>& found) {
    std::vector<DeviceListing> listings;
    for (const OpenClChoice& choice : found)
        listings.push_back({static_cast<int>(listings.size()), choice.info});
    listings.push_back({static_cast<int>(listings.size()), describe_host_device()});
    return listings;
}

/// Returns the names by which a node's processes identify the selected devices. Host devices are numbered.
std::vector<ShareCandidate> candidates(const std::vector<SelectedDevice>& selected) {
    std::vector<ShareCandidate> list;
    for (const SelectedDevice& device : selected)
        if (device.is_host())
            list.push_back({"host-" + std::to_string(device.number), false});
        else
            list.push_back({device.choice.info.identity, device.choice.info.is_gpu});
    return list;
}

std::shared_ptr<CopyThreads> copy_threads(const MachineOptions& options) {
    return std::make_shared<CopyThreads>(options.staging_threads, options.share.ranks);
}

std::vector<std::unique_ptr<Device>> make(const std::vector<SelectedDevice>& selected,
                                          const MachineOptions& options,
                                          const std::shared_ptr<CopyThreads>& copies,
                                          const std::shared_ptr<StagingPool>& pool = nullptr) {
    const std::map<std::string, Staging> staging = make_staging(selected, options, {copies, pool});
    std::vector<std::unique_ptr<Device>> devices;
    for (const SelectedDevice& device : selected)
        devices.push_back(device.is_host() ? make_host_device(copies)
                                           : make_opencl_device(device.choice, options,
                                                                staging.at(device.choice.info.platform)));
    return devices;
}

}  // namespace

std::vector<DeviceListing> list_devices() {
    return list(find_opencl_devices());
}

std::vector<DeviceListing> selected_devices(const MachineOptions& options) {
    std::vector<DeviceListing> listings;
    for (const SelectedDevice& device : select_devices(find_opencl_devices(), options.devices))
        listings.push_back(device.listing());
    return listings;
}

std::vector<std::unique_ptr<Device>> make_devices(const MachineOptions& options,
                                                  const std::shared_ptr<StagingPool>& pool) {
    return make(select_devices(find_opencl_devices(), options.devices), options, copy_threads(options), pool);
}

SharedSelection make_shared_devices(const MachineOptions& options) {
    const std::vector<OpenClChoice> found = find_opencl_devices();
    std::vector<SelectedDevice> selected = select_devices(found, options.devices);
    DeviceShare share(options.share, candidates(selected));
    if (share.is_shared()) {
        std::vector<SelectedDevice> chosen;
        for (const std::size_t i : share.chosen()) chosen.push_back(selected[i]);
        if (chosen.empty()) {
            log(LogLevel::warn, "other processes have all devices: this one computes on the host device");
            chosen = select_devices(found, "host");
        }
        selected = std::move(chosen);
    }
    const auto copies = copy_threads(options);
    return {make(selected, options, copies), std::move(share), copies};
}

}  // namespace hg
