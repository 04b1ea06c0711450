#include "lapack/inverse/inverse_devices.hpp"

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

/// More than a leading dimension adds.
constexpr double kPaddedRows = 160;

struct InverseBytes {
    explicit InverseBytes(const InverseMemory& needed) {
        const auto n = static_cast<double>(needed.n);
        const auto width = static_cast<double>(std::min(inverse_block(needed.n), needed.n));
        const auto size = static_cast<double>(size_of(needed.type));
        matrix = (n + kPaddedRows) * n * size;
        all = matrix +
              (needed.columns * (n + kPaddedRows) + needed.blocks * (width + kPaddedRows)) * width * size;
    }
    [[nodiscard]] bool fit(const DeviceModel& device) const {
        return matrix <= static_cast<double>(device.largest_slot) &&
               all <= static_cast<double>(device.memory);
    }

    double matrix = 0;  ///< in one piece
    double all = 0;
};

Error no_device_holds_inverse(const InverseMemory& memory, const DeviceModel& largest) {
    const InverseBytes needed(memory);
    const auto bytes = [](double count) {
        return std::to_string(static_cast<std::int64_t>(std::min(std::ceil(count), 1e18)));
    };
    return Error(ErrorCode::out_of_memory,
                 "no device holds the inverse of a matrix of order " + std::to_string(memory.n) + " in " +
                     std::string(name(memory.type)) + ": it needs " + bytes(needed.all) + " bytes, " +
                     bytes(needed.matrix) + " of them in one piece, but programs may use " +
                     std::to_string(largest.memory) + " bytes on " + largest.name + ", and " +
                     std::to_string(largest.largest_slot) + " bytes in one piece" + kMemoryHint);
}

}  // namespace

std::int64_t inverse_block(std::int64_t n) noexcept {
    const Width* width = kWidths;
    while (n < width->from) ++width;
    return width->block;
}

std::vector<DeviceIndex> inverse_devices(const InverseMemory& needed, const Target& target) {
    const InverseBytes bytes(needed);
    std::vector<DeviceIndex> devices = block_column_devices(needed.type, target);
    const DeviceIndex largest =
        *std::ranges::max_element(devices, {}, [&](DeviceIndex d) { return target.devices[d].memory; });
    std::erase_if(devices, [&](DeviceIndex d) { return !bytes.fit(target.devices[d]); });
    if (devices.empty()) throw no_device_holds_inverse(needed, target.devices[largest]);
    return devices;
}

}  // namespace hg
