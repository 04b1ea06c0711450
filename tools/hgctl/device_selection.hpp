#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hgctl {

/// The option `--devices` that stands in for HG_DEVICES.
void add_devices_option(Command& app, std::string& devices);

/// The option `--arithmetic` that stands in for HG_ARITHMETIC.
void add_arithmetic_option(Command& app, std::string& arithmetic);

/// The options of the environment, with `devices` in place of HG_DEVICES and `arithmetic` in place of
/// HG_ARITHMETIC unless they are empty. What a tool shows is what the devices do: the CPU's BLAS does no call
/// in their place.
hg::MachineOptions machine_options(const std::string& devices, const std::string& arithmetic = {});

/// The names of the devices that these options select.
std::vector<std::string> device_names(const hg::MachineOptions& options);
/// The names of a machine's devices.
std::vector<std::string> device_names(const hg::Machine& machine);

/// These devices as in HG_DEVICES, each as often as it is listed: "1x0,1x0".
std::string positions_text(const std::vector<hg::DeviceListing>& listings);

/// The same options for the first `count` of the selected devices alone.
/// Throws hg::Error{invalid_argument} if there are fewer.
hg::MachineOptions first_devices(hg::MachineOptions options, const std::vector<hg::DeviceListing>& selected,
                                 int count);

/// The one device that a subcommand works on.
struct OneDevice {
    hg::DeviceListing listing;
    hg::DeviceModel model;       ///< as plain numbers; made without touching the device
    hg::MachineOptions options;  ///< that select this device alone
};

/// The option `--device` of subcommands that work on one device.
void add_one_device_option(Command& app, std::string& device);

/// The first device of `device`, else of HG_DEVICES, else the first GPU, else the first device.
/// Throws hg::Error{invalid_argument} listing the devices there are if it names none.
OneDevice one_device(const std::string& device);

/// Each device that `devices` names as HG_DEVICES does; if it is empty, one_device() alone.
std::vector<OneDevice> chosen_devices(const std::string& devices);

/// The database of tuned kernels, with the user's own results in `folder`. Files there that cannot be read
/// are named on standard error.
hg::kernels::Database tuned_kernels(const std::string& folder);

/// What `hgctl probe memory` has measured of the device and kept in the cache folder; all is 0 if it has not.
hg::MemoryRates memory_rates(const OneDevice& device);

/// Throws hg::Error{device_failed} if it does not start.
std::unique_ptr<hg::Device> make_device(const OneDevice& device);

}  // namespace hgctl
