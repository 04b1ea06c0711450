#pragma once

#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Lets a layout of strips take less memory: the devices hold fewer strips at once, and at last narrower ones, of
/// whole panels. False if it cannot.
template <class Layout>
bool take_less_memory(Layout& layout) {
    if (layout.strips_per_sweep > 1) {
        layout.strips_per_sweep /= 2;
        return true;
    }
    if (layout.strip == layout.panel) return false;
    layout.strip /= 2;
    return true;
}

/// The program build(layout), or that of a layout that takes less memory if it does not fit the devices.
template <class Layout, class Build>
Program fitting_program(Layout layout, const Build& build) {
    for (;;) try {
            return build(layout);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory || !take_less_memory(layout)) throw;
        }
}

/// Seconds that a program takes in simulation. Matrices that are `pinned` need no staging.
inline double simulated_seconds(const Program& program, Target target, bool pinned) {
    constexpr double kNoStaging = 1e30;  // bytes/s
    if (pinned) target.host_copy_rate = kNoStaging;
    return simulate(program, target).makespan;
}

/// Of the programs build(count), which are for so many devices, the one that ends soonest in simulation. Counts whose devices have too
/// little memory are left out. Throws Error{out_of_memory} if that is all of them.
template <class Build>
Program soonest_of(const std::vector<std::size_t>& counts, const Target& target, bool pinned,
                   const Build& build) {
    if (counts.size() == 1) return build(counts.front());
    std::optional<Program> best;
    std::optional<Error> fault;
    double best_seconds = std::numeric_limits<double>::infinity();
    for (const std::size_t count : counts) try {
            Program program = build(count);
            const double seconds = simulated_seconds(program, target, pinned);
            if (best && seconds >= best_seconds) continue;
            best = std::move(program);
            best_seconds = seconds;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::out_of_memory) throw;
            fault = error;
        }
    if (!best) throw *fault;
    return *std::move(best);
}

/// fitting_program() on as many of the layout's devices as end soonest in simulation: strips follow each other from device
/// to device, so more devices are not always faster.
template <class Layout, class Build>
Program soonest_program(const Layout& all, const Target& target, bool pinned, const Build& build) {
    std::vector<std::size_t> counts(all.devices.size());
    std::iota(counts.begin(), counts.end(), std::size_t{1});
    return soonest_of(counts, target, pinned, [&](std::size_t count) {
        Layout layout = all;
        layout.devices.resize(count);
        return fitting_program(std::move(layout), build);
    });
}

}  // namespace hg
