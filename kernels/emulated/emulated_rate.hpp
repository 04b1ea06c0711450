#pragma once

#include <cstdint>

#include <hg/runtime/program/target.hpp>

namespace hg::kernels {

/// Seconds of an emulated product of m x k by k x n on a device with integer matrix units, with all that belongs to it.
double emulated_seconds(const DeviceModel& device, ElementType type, std::int64_t m, std::int64_t n,
                        std::int64_t k) noexcept;

/// Whether it takes less time than a native one. Never on a device without integer matrix units.
bool is_sooner_emulated(const DeviceModel& device, ElementType type, std::int64_t m, std::int64_t n,
                        std::int64_t k) noexcept;

}  // namespace hg::kernels
