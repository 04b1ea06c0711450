#pragma once

#include <cstdint>
#include <vector>

#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// One device's rectangle of a matrix.
struct DevicePart {
    DeviceIndex device = 0;
    std::int64_t row = 0;
    std::int64_t col = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;

    bool operator==(const DevicePart&) const = default;
};

/// A device that takes part, and its rate in any unit, above 0.
struct RatedDevice {
    DeviceIndex device = 0;
    double rate = 0;
};

/// Returns true if the device takes part in problems of this type.
bool computes(const DeviceModel& device, ElementType type);

/// Returns the devices that support `type`: host devices, or all others.
std::vector<DeviceIndex> computing_devices(ElementType type, const Target& target, bool hosts);

/// Returns the devices that support `type`, fastest first, with their rates in flop/s.
std::vector<RatedDevice> rated_devices(ElementType type, const Target& target);

/// Divides an m x n matrix among devices. The devices form `grid_columns` columns with numbers of devices
/// that are as equal as possible. Each column of devices gets consecutive columns of the matrix in proportion
/// to its rates, and divides their rows likewise. Equal devices whose number is a multiple of grid_columns
/// form a regular grid. Parts may be empty. (After Beaumont, Boudet, Rastello and Robert, Matrix
/// multiplication on heterogeneous platforms, IEEE TPDS 12, 2001.)
std::vector<DevicePart> divide_among(const std::vector<RatedDevice>& devices, std::size_t grid_columns,
                                     std::int64_t m, std::int64_t n);

}  // namespace hg
