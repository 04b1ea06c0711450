#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

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

/// fitting_program() on as many of the layout's devices as end soonest in simulation: strips follow each other from device
/// to device, so more devices are not always faster.
template <class Layout, class Build>
Program soonest_program(const Layout& all, const Target& target, bool pinned, const Build& build) {
    std::optional<Program> best;
    std::optional<Error> fault;
    double best_seconds = std::numeric_limits<double>::infinity();
    for (std::size_t count = 1; count <= all.devices.size(); ++count) try {
            Layout layout = all;
            layout.devices.resize(count);
            Program program = fitting_program(std::move(layout), build);
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

}  // namespace hg
