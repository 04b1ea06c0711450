#include "lapack/qr/qr_layout.hpp"

#include <string>

#include "blas/tiles/device_grid.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Widths for matrices with so many reflectors and more. Wide strips and panels make for deep products; with narrow
/// ones work begins sooner, and less of it is done by the kernels of panels.
struct QrWidths {
    std::int64_t order;
    std::int64_t strip;
    std::int64_t panel;
};
constexpr QrWidths kWidthsOfStrips[] = {
    {16384, 2048, 512}, {4096, 1024, 256}, {1024, 512, 128}, {0, 128, 64}};

/// A panel, its V, a copy of another one and a product of that size are the least that a device holds at once.
constexpr double kLeastPanels = 4;

void require_room_for_panels(const QrLayout& layout, const QrProblem& problem, const Target& target) {
    const double bytes = kLeastPanels * static_cast<double>(problem.m) *
                         static_cast<double>(std::min(layout.panel, problem.n) * size_of(problem.type));
    for (const DeviceIndex d : layout.devices) {
        const DeviceModel& device = target.devices[d];
        if (bytes > static_cast<double>(device.memory))
            throw Error(ErrorCode::out_of_memory,
                        "a QR factorization of " + std::to_string(problem.m) + " x " +
                            std::to_string(problem.n) + " elements needs at least " +
                            std::to_string(static_cast<std::uint64_t>(std::min(bytes, 1e18))) +
                            " bytes of memory on " + device.name + ", but programs may use " +
                            std::to_string(device.memory) +
                            " bytes there; HG_MEMORY_LIMIT, if it is set, may be too low");
    }
}

}  // namespace

QrLayout qr_layout(const QrProblem& problem, const Target& target) {
    QrLayout layout;
    layout.m = problem.m;
    layout.n = problem.n;
    const QrWidths* widths = kWidthsOfStrips;
    while (layout.reflectors() < widths->order) ++widths;
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
