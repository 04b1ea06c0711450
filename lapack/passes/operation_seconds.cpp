#include "lapack/passes/operation_seconds.hpp"

#include <algorithm>
#include <limits>

#include "blas/cost/flops.hpp"

namespace hg {
namespace {

/// From device to device a panel goes in parts: all but one of them leave while others arrive.
constexpr double kInParts = 1.15;

}  // namespace

double operation_seconds(const TileOperation& operation, const OperationCosts& costs) {
    const DeviceModel& device = costs.target.devices[operation.device];
    const double rate = device.rate(costs.type) / real_operations(costs.type);
    const auto rows = static_cast<double>(operation.writes.rows.size());
    const auto cols = static_cast<double>(operation.writes.cols.size());
    if (operation.kind == TileOperation::Kind::factor)
        return cols * costs.seconds_of_column + rows * cols * cols / rate;
    if (operation.kind != TileOperation::Kind::copy)
        return device.launch_latency +
               2 * rows * cols * static_cast<double>(operation.left.cols.size()) / rate;
    const double bytes = rows * cols * static_cast<double>(size_of(costs.type));
    if (operation.from) return kInParts * bytes / device.link_in;
    const double staged =
        costs.pinned ? std::numeric_limits<double>::infinity() : costs.target.host_copy_rate;
    return bytes / std::min(device.link_in,
                            std::min(costs.target.links_in, staged) / static_cast<double>(costs.devices));
}

}  // namespace hg
