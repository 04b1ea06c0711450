#include "blas/tiles/device_grid.hpp"

#include <algorithm>
#include <numeric>

#include <hg/blas/tiling.hpp>

namespace hg {
namespace {

double total_rate(const std::vector<RatedDevice>& devices) {
    return std::accumulate(devices.begin(), devices.end(), 0.0,
                           [](double sum, const RatedDevice& share) { return sum + share.rate; });
}

std::vector<double> rates_of(const std::vector<RatedDevice>& devices) {
    std::vector<double> rates;
    for (const RatedDevice& share : devices) rates.push_back(share.rate);
    return rates;
}

}  // namespace

bool computes(const DeviceModel& device, ElementType type) {
    return device.available && device.computes(type);
}

std::vector<DeviceIndex> computing_devices(ElementType type, const Target& target, bool hosts) {
    std::vector<DeviceIndex> list;
    for (std::size_t d = 0; d < target.devices.size(); ++d)
        if (computes(target.devices[d], type) && target.devices[d].traits.is_host == hosts)
            list.push_back(static_cast<DeviceIndex>(d));
    return list;
}

std::vector<RatedDevice> rated_devices(ElementType type, const Target& target) {
    std::vector<RatedDevice> list;
    for (std::size_t d = 0; d < target.devices.size(); ++d)
        if (computes(target.devices[d], type))
            list.push_back({static_cast<DeviceIndex>(d), std::max(target.devices[d].rate(type), 1.0)});
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.rate > b.rate; });
    return list;
}

std::vector<DevicePart> divide_among(const std::vector<RatedDevice>& devices, std::size_t grid_columns,
                                     std::int64_t m, std::int64_t n) {
    std::vector<std::vector<RatedDevice>> columns(grid_columns);
    for (std::size_t d = 0; d < devices.size(); ++d)
        columns[d * grid_columns / devices.size()].push_back(devices[d]);
    std::vector<double> widths;
    for (const auto& column : columns) widths.push_back(total_rate(column));
    const BlockBounds cols = split_by_rate(n, widths);

    std::vector<DevicePart> parts;
    for (std::size_t c = 0; c < grid_columns; ++c) {
        const BlockBounds rows = split_by_rate(m, rates_of(columns[c]));
        for (std::size_t r = 0; r < columns[c].size(); ++r)
            parts.push_back({.device = columns[c][r].device,
                             .row = rows[r],
                             .col = cols[c],
                             .rows = rows[r + 1] - rows[r],
                             .cols = cols[c + 1] - cols[c]});
    }
    return parts;
}

}  // namespace hg
