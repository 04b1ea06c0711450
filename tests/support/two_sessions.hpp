#pragma once

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <memory>

#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>

namespace hg::test {

/// The elements that typed tests of BLAS go through.
using ElementsOfBlas = testing::Types<float, double, std::complex<float>, std::complex<double>>;

/// A session whose calls go to the devices, or without `devices` to the CPU's BLAS.
inline Session& session_on(bool devices) {
    const auto made = [](std::int64_t host_below) {
        MachineOptions options = test_options();
        options.host_below = host_below;
        return std::make_unique<Session>(options).release();
    };
    static auto* const on_devices = made(0);
    static auto* const on_cpu = made(1 << 20);
    return *(devices ? on_devices : on_cpu);
}

}  // namespace hg::test
