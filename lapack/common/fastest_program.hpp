#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "blas/cost/plan.hpp"
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Lets a layout of block columns take less memory: the devices hold fewer of them at once, and at last
/// narrower ones, of whole panels. False if it cannot.
template <class Layout>
bool take_less_memory(Layout& layout) {
    if (layout.block_columns_per_pass > 1) {
        layout.block_columns_per_pass /= 2;
        return true;
    }
    if (layout.block_column == layout.panel) return false;
    layout.block_column /= 2;
    return true;
}

/// A layout on the first `count` of its devices.
template <class Layout>
Layout on_fewer_devices(Layout layout, std::size_t count) {
    layout.devices.resize(count);
    return layout;
}

/// A layout and those that take less and less memory.
template <class Layout>
std::vector<Layout> by_memory(Layout layout) {
    std::vector<Layout> layouts{layout};
    while (take_less_memory(layout)) layouts.push_back(layout);
    return layouts;
}

/// The program build(layout) on as many of the layout's devices as are fastest in simulation: block columns
/// follow each other from device to device, so more devices are not always faster. If the program does not
/// fit the devices' memory, the layout takes less of it. `flops` are those of the routine, for real or
/// complex elements as it is; 0: unknown.
template <class Layout, class Build>
Program fastest_program(const Layout& all, const Target& target, bool pinned, double flops,
                        const Build& build) {
    double rate = 1;
    for (const DeviceIndex d : all.devices)
        rate = std::max({rate, target.devices[d].rate_f64, target.devices[d].rate_f32});
    const auto on_devices = [&](std::size_t count) {
        return plan(by_memory(on_fewer_devices(all, count)), build);
    };
    return plan(device_counts(all.devices.size(), flops, rate), on_devices, Simulator(target, pinned))
        .program;
}

}  // namespace hg
