#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Devices as numbers: memory as reported, up to `memory_limit` bytes of it, or nine tenths if that is 0, in
/// equal parts for the processes that share it; rates from first
/// guesses by kind. Names are kind and number, "gpu0".
Target guess_target(const std::vector<const DeviceInfo*>& devices, std::int64_t memory_limit,
                    int sharers = 1);

}  // namespace hg
