#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "blas/cost/plan.hpp"
#include "lapack/common/block_column_devices.hpp"
#include "lapack/inverse/inverse_builder.hpp"
#include "runtime/program/base/memory_hint.hpp"
#include <hg/lapack/potri_program.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// A width from so many columns of A on. Wide block columns make fewer launches and deeper products; narrow
/// ones leave less to kernels of triangles. They do not depend on the device, so that the bits of results do
/// not.
struct Width {
    std::int64_t from;
    std::int64_t block;
};
constexpr Width kWidths[] = {{24576, 1024}, {2048, 512}, {512, 256}, {0, 128}};

std::int64_t block_for(const InverseProblem& problem) {
    const Width* width = kWidths;
    while (problem.n < width->from) ++width;
    return width->block;
}

/// Registers of a block column's size that are there at once beside A, and those of two blocks on the
/// diagonal: a product, what solves with it, and the same of the block column before.
constexpr double kColumnsAtOnce = 8;
constexpr double kBlocksAtOnce = 24;

/// More than a leading dimension adds.
constexpr double kPaddedRows = 160;

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

Error no_device_holds_inverse(const InverseProblem& problem, const DeviceModel& largest) {
    const InverseBytes needed(problem);
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

/// The devices that hold the whole inverse, in their order.
std::vector<DeviceIndex> holders(const InverseProblem& problem, const Target& target) {
    const InverseBytes needed(problem);
    std::vector<DeviceIndex> devices = block_column_devices(problem.type, target);
    const DeviceIndex largest =
        *std::ranges::max_element(devices, {}, [&](DeviceIndex d) { return target.devices[d].memory; });
    std::erase_if(devices, [&](DeviceIndex d) { return !needed.fit(target.devices[d]); });
    if (devices.empty()) throw no_device_holds_inverse(problem, target.devices[largest]);
    return devices;
}

}  // namespace

Program potri_program(const InverseProblem& problem, const Target& target,
                      const kernels::Database& database) {
    const std::vector<Candidates<DeviceIndex>> devices{{.list = holders(problem, target)}};
    const auto build = [&](DeviceIndex device) {
        return inverse_program(problem, {device, block_for(problem)}, target, database);
    };
    return plan(devices, build, Simulator(target, problem.pinned)).program;
}

bool holds_inverse(const InverseProblem& problem, const Target& target) {
    return if_it_fits([&] { return holders(problem, target); }).has_value();
}

}  // namespace hg
