#pragma once

#include <array>
#include <memory>
#include <utility>

#include "support/faulty_device.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>

namespace hg::test {

/// The commands that a device can fail at.
inline constexpr std::array kOperations{Operation::load, Operation::exec, Operation::store};

/// The devices of the tests with so much memory each.
inline MachineOptions options_with_memory(std::int64_t bytes) {
    MachineOptions options = test_options();
    options.memory_limit = bytes;
    return options;
}

/// A session on devices that fail as planned.
template <std::size_t Devices>
struct FaultySession {
    explicit FaultySession(const MachineOptions& options, std::unique_ptr<Machine> host = nullptr)
        : session(std::make_unique<Machine>(faulty_devices(options, plans), options), std::move(host)) {}

    /// The one fault of the next calls; none at all where `position` is -1.
    void fail(DeviceIndex device, Operation operation, int position,
              ErrorCode code = ErrorCode::device_lost) {
        for (FaultPlan& plan : plans) {
            plan.restart();
            plan.position = -1;
        }
        plans[device].operation = operation;
        plans[device].position = position;
        plans[device].code = code;
    }
    [[nodiscard]] std::uint64_t failed_runs() const { return session.statistics().failed_runs; }

    std::array<FaultPlan, Devices> plans;
    Session session;
};

}  // namespace hg::test
