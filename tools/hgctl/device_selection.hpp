#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "runtime/machine/machine.hpp"

namespace hgctl {

/// The option `--devices` that stands in for HG_DEVICES.
void add_devices_option(CLI::App& app, std::string& devices);

/// The options of the environment, with `devices` in place of HG_DEVICES unless it is empty.
hg::MachineOptions machine_options(const std::string& devices);

/// The same options for the first `count` of the selected devices alone.
/// Throws hg::Error{invalid_argument} where there are fewer.
hg::MachineOptions first_devices(hg::MachineOptions options, const std::vector<hg::DeviceListing>& selected,
                                 int count);

}  // namespace hgctl
