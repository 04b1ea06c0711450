#include "lapack/inverse/inverse_layout.hpp"

#include "lapack/common/strip_devices.hpp"

namespace hg {
namespace {

/// A width from so many columns of A on. Wide block columns make fewer launches and deeper products; narrow ones leave less
/// to kernels of triangles.
struct Width {
    std::int64_t from;
    std::int64_t block;
};
constexpr Width kWidths[] = {{24576, 1024}, {2048, 512}, {512, 256}, {0, 128}};

/// Registers of a block column's size that are there at once beside A, and those of two blocks on the diagonal: a product,
/// what solves with it, and the same of the block column before.
constexpr double kColumnsAtOnce = 8;
constexpr double kBlocksAtOnce = 24;

/// More than a leading dimension adds.
constexpr double kPaddedRows = 160;

bool holds(const DeviceModel& device, const InverseProblem& problem, std::int64_t block) {
    const auto n = static_cast<double>(problem.n);
    const auto width = static_cast<double>(std::min(block, problem.n));
    const auto size = static_cast<double>(size_of(problem.type));
    const double matrix = (n + kPaddedRows) * n * size;
    const double beside =
        (kColumnsAtOnce * (n + kPaddedRows) + kBlocksAtOnce * (width + kPaddedRows)) * width * size;
    return matrix <= static_cast<double>(device.largest_slot) &&
           matrix + beside <= static_cast<double>(device.memory);
}

}  // namespace

std::vector<InverseLayout> inverse_layouts(const InverseProblem& problem, const Target& target) {
    const Width* width = kWidths;
    while (problem.n < width->from) ++width;
    std::vector<InverseLayout> layouts;
    for (const DeviceIndex d : strip_devices(problem.type, target))
        if (holds(target.devices[d], problem, width->block))
            layouts.push_back({.n = problem.n, .block = width->block, .device = d});
    return layouts;
}

}  // namespace hg
