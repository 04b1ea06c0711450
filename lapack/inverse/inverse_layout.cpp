#include "lapack/inverse/inverse_layout.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "lapack/common/block_column_devices.hpp"
#include "runtime/program/base/memory_hint.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// A width from so many columns of A on. Wide block columns make fewer launches and deeper products; narrow
/// ones leave less to kernels of triangles.
struct Width {
    std::int64_t from;
    std::int64_t block;
};
constexpr Width kWidths[] = {{24576, 1024}, {2048, 512}, {512, 256}, {0, 128}};

/// Registers of a block column's size that are there at once beside A, and those of two blocks on the
/// diagonal: a product, what solves with it, and the same of the block column before.
constexpr double kColumnsAtOnce = 8;
constexpr double kBlocksAtOnce = 24;

/// More than a leading dimension adds.
constexpr double kPaddedRows = 160;

std::int64_t block_for(const InverseProblem& problem) {
    const Width* width = kWidths;
    while (problem.n < width->from) ++width;
    return width->block;
}

/// Bytes of device memory.
struct InverseBytes {
    explicit InverseBytes(const InverseProblem& problem) {
        const auto n = static_cast<double>(problem.n);
        const auto width = static_cast<double>(std::min(block_for(problem), problem.n));
        const auto size = static_cast<double>(size_of(problem.type));
        matrix = (n + kPaddedRows) * n * size;
        all = matrix +
              (kColumnsAtOnce * (n + kPaddedRows) + kBlocksAtOnce * (width + kPaddedRows)) * width * size;
    }
    [[nodiscard]] bool fit(const DeviceModel& device) const {
        return matrix <= static_cast<double>(device.largest_slot) &&
               all <= static_cast<double>(device.memory);
    }

    double matrix = 0;  ///< in one piece
    double all = 0;
};

Error no_device_holds_inverse(const InverseProblem& problem, const std::vector<DeviceIndex>& devices,
                              const Target& target) {
    const InverseBytes needed(problem);
    const DeviceModel& largest =
        target.devices[*std::max_element(devices.begin(), devices.end(), [&](DeviceIndex a, DeviceIndex b) {
            return target.devices[a].memory < target.devices[b].memory;
        })];
    const auto bytes = [](double count) {
        return std::to_string(static_cast<std::int64_t>(std::min(std::ceil(count), 1e18)));
    };
    return Error(ErrorCode::out_of_memory,
                 "no device holds the inverse of a matrix of order " + std::to_string(problem.n) + " in " +
                     std::string(name(problem.type)) + ": it needs " + bytes(needed.all) + " bytes, " +
                     bytes(needed.matrix) + " of them in one piece, but programs may use " +
                     std::to_string(largest.memory) + " bytes on " + largest.name + ", and " +
                     std::to_string(largest.largest_slot) + " bytes in one piece" + kMemoryHint);
}

}  // namespace

std::vector<InverseLayout> inverse_layouts(const InverseProblem& problem, const Target& target) {
    const InverseBytes needed(problem);
    const std::vector<DeviceIndex> devices = block_column_devices(problem.type, target);
    std::vector<InverseLayout> layouts;
    for (const DeviceIndex d : devices)
        if (needed.fit(target.devices[d]))
            layouts.push_back({.n = problem.n, .block = block_for(problem), .device = d});
    if (layouts.empty()) throw no_device_holds_inverse(problem, devices, target);
    return layouts;
}

}  // namespace hg
