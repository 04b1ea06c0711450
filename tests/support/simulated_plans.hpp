#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "support/fast_gpus.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/verify.hpp>

/// What the plans of all routines must be like. Simulated programs run on the GPUs that they were made for.
namespace hg::test {

/// GPUs whose work-groups factor panels together.
inline Target nvidia_gpus(std::size_t count) {
    Target target = fast_gpus(count);
    for (DeviceModel& device : target.devices) device.traits.nvidia_capability = 90;
    return target;
}

/// GPUs whose links and host are no limit to several of them.
inline Target well_linked_gpus(std::size_t count) {
    Target target = fast_gpus(count);
    target.host_copy_rate = 130e9;
    target.links_in = target.links_out = target.links_both = 1e30;
    return target;
}

/// GPUs that hold little of a matrix.
inline Target small_gpus(std::size_t count) {
    Target target = fast_gpus(count, std::int64_t{96} << 20);
    for (DeviceModel& device : target.devices) device.largest_slot = 24 << 20;
    return target;
}

template <class Make>
double seconds_of_plan(const Make& program, const Target& target) {
    return simulate(program(target), target).makespan;
}

/// Expects that program(target) takes no longer on more devices.
template <class Make>
void expect_more_devices_are_no_slower(
    const std::string& call, std::initializer_list<std::size_t> counts, const Make& program,
    Target (*gpus)(std::size_t) = [](std::size_t count) { return fast_gpus(count); }) {
    double before = std::numeric_limits<double>::infinity();
    for (const std::size_t devices : counts) {
        const double seconds = seconds_of_plan(program, gpus(devices));
        EXPECT_LE(seconds, before * (1 + 1e-12)) << call << " on " << devices << " devices";
        before = seconds;
    }
}

/// Expects a sound program that takes no more of the devices' memory than there is.
inline void expect_fits_memory(const Program& program) {
    EXPECT_NO_THROW(verify(program));
    for (const Slot& slot : program.slots())
        EXPECT_LE(slot.bytes, program.devices()[slot.device].largest_slot);
    for (DeviceIndex d = 0; d < program.devices().size(); ++d)
        EXPECT_LE(program.device_bytes(d), program.devices()[d].memory);
}

}  // namespace hg::test
