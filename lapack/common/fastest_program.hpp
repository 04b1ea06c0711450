#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "blas/cost/fastest_program.hpp"
#include "blas/tiles/within_memory.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Lets a layout of block_columns take less memory: the devices hold fewer block_columns at once, and at last narrower ones, of
/// whole panels. False if it cannot.
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

/// The program build(layout), or that of a layout that takes less memory if it does not fit the devices.
template <class Layout, class Build>
Program fitting_program(Layout layout, const Build& build) {
    for (std::optional<Error> fault;;) {
        if (std::optional<Program> program = if_it_fits([&] { return build(layout); }, &fault))
            return *std::move(program);
        if (!take_less_memory(layout)) throw *fault;
    }
}

/// fitting_program() on as many of the layout's devices as fastest_count() takes: block_columns follow each other from device
/// to device, so more devices are not always faster. `flops` are those of the routine, for real or complex elements as it is; 0: not known.
template <class Layout, class Build>
Program fastest_program(const Layout& all, const Target& target, bool pinned, double flops,
                        const Build& build) {
    double rate = 1;
    for (const DeviceIndex d : all.devices)
        rate = std::max({rate, target.devices[d].rate_f64, target.devices[d].rate_f32});
    return fastest_of(device_counts(all.devices.size(), flops, rate), target, pinned, [&](std::size_t count) {
        Layout layout = all;
        layout.devices.resize(count);
        return fitting_program(std::move(layout), build);
    });
}

}  // namespace hg
