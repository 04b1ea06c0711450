#include "lapack/cholesky/cholesky_layout.hpp"

#include <algorithm>
#include <string>

#include "blas/tiles/device_grid.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Widths for matrices of this order and up. Wide strips make for few and deep products; with narrow ones
/// work begins sooner, and panels leave less to kernels of one work-group.
struct CholeskyWidths {
    std::int64_t order;
    std::int64_t strip;
    std::int64_t panel;
};
constexpr CholeskyWidths kWidthsOfStrips[] = {{12288, 2048, 512}, {1024, 512, 256}, {0, 128, 128}};

/// A panel, a copy of another one and a product of that size are the least that a device holds at once.
constexpr double kLeastPanels = 3;

void require_room_for_panels(const CholeskyLayout& layout, const CholeskyProblem& problem,
                             const Target& target) {
    const double bytes = kLeastPanels * static_cast<double>(problem.n) *
                         static_cast<double>(std::min(layout.panel, problem.n) * size_of(problem.type));
    for (const DeviceIndex d : layout.devices) {
        const DeviceModel& device = target.devices[d];
        if (bytes > static_cast<double>(device.memory))
            throw Error(ErrorCode::out_of_memory,
                        "a Cholesky factorization of order " + std::to_string(problem.n) +
                            " needs at least " +
                            std::to_string(static_cast<std::uint64_t>(std::min(bytes, 1e18))) +
                            " bytes of memory on " + device.name + ", but programs may use " +
                            std::to_string(device.memory) +
                            " bytes there; HG_MEMORY_LIMIT, if it is set, may be too low");
    }
}

}  // namespace

CholeskyLayout cholesky_layout(const CholeskyProblem& problem, const Target& target) {
    const CholeskyWidths* widths = kWidthsOfStrips;
    while (problem.n < widths->order) ++widths;
    CholeskyLayout layout;
    layout.n = problem.n;
    layout.strip = widths->strip;
    layout.panel = widths->panel;
    layout.devices = computing_devices(problem.type, target, false);
    if (layout.devices.empty()) layout.devices = computing_devices(problem.type, target, true);
    if (layout.devices.empty())
        throw Error(ErrorCode::device_failed,
                    "no device of the target computes in " + std::string(name(problem.type)));
    require_room_for_panels(layout, problem, target);
    layout.strips_per_sweep = layout.strips();
    if (layout.devices.size() > layout.strips()) layout.devices.resize(layout.strips());
    return layout;
}

}  // namespace hg
