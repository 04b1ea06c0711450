#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Returns a model of the devices. Memory is the reported size, but at most `memory_limit` bytes, or nine
/// tenths of it if that is 0, divided equally among the processes that share it. Rates are estimates by kind
/// of device. Names consist of kind and number, such as "gpu0".
Target guess_target(const std::vector<const DeviceInfo*>& devices, std::int64_t memory_limit,
                    int sharers = 1);

}  // namespace hg
