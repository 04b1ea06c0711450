#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Bytes of a device's memory that programs may use: `limit`, or nine tenths of what there is if limit is
/// 0.
std::int64_t usable_memory(const DeviceInfo& info, std::int64_t limit) noexcept;

/// Devices as numbers: memory as reported, in equal parts for the processes that share it; rates from first
/// guesses by kind. Names are kind and number, "gpu0".
Target guess_target(const std::vector<const DeviceInfo*>& devices, std::int64_t memory_limit,
                    int sharers = 1);

}  // namespace hg
