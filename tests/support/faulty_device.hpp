#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/staging/column_copy.hpp"
#include "tests/support/forwarding_device.hpp"
#include <hg/runtime/program/command.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::test {

/// When and how a device fails, and what was seen of it.
struct FaultPlan {
    Operation operation = Operation::exec;
    int position = -1;  ///< fails at this command of its operation, counted from 0; -1: never
    /// device_lost: all later commands fail too. Others: that command alone.
    ErrorCode code = ErrorCode::device_lost;
    bool recovers = false;                     ///< its driver gives a new context
    std::int64_t stored_before = 0;            ///< bytes that a failing ST has stored
    std::array<std::atomic<int>, 3> counts{};  ///< LDs, STs and EXECs asked for
    int recoveries = 0;                        ///< attempts

    void restart() {
        for (std::atomic<int>& count : counts) count = 0;
    }
    [[nodiscard]] int count(Operation of) const { return counts[static_cast<std::size_t>(of)]; }
};

/// Lets an ST go to memory of its own, then stores the first bytes of its tile and fails.
class FailingStore final : public CompletionSink {
  public:
    FailingStore(const HostRectangle& destination, std::int64_t bytes, const Error& error, Ticket ticket)
        : destination_(destination),
          bytes_(std::min(bytes, destination.bytes())),
          error_(error),
          ticket_(ticket) {
        copy_.resize(static_cast<std::size_t>(destination.bytes()));
    }
    [[nodiscard]] HostRectangle copy() {
        HostRectangle rectangle = destination_;
        rectangle.data = copy_.data();
        rectangle.ld = rectangle.rows;
        rectangle.pinned = false;
        return rectangle;
    }
    void completed(CommandId, std::exception_ptr) noexcept override {
        const std::int64_t column = destination_.rows * destination_.element_size;
        const auto store = [&](std::int64_t first, std::int64_t columns, std::int64_t bytes) {
            copy_columns({.to = destination_.data + first * destination_.ld * destination_.element_size,
                          .to_stride = destination_.ld * destination_.element_size,
                          .from = copy_.data() + first * column,
                          .from_stride = column,
                          .column_bytes = bytes,
                          .columns = columns,
                          .clip = {destination_.part, destination_.element_size, first}});
        };
        store(0, bytes_ / column, column);
        store(bytes_ / column, 1, bytes_ % column);
        if (!destination_.goes_straight() && bytes_ > 0) ticket_.sink->stored(ticket_.command, bytes_);
        ticket_.sink->completed(ticket_.command, std::make_exception_ptr(error_));
    }
    void spent(CommandId, const WorkSpan&) noexcept override {}
    [[nodiscard]] bool wants_spans() const noexcept override { return false; }

  private:
    HostRectangle destination_;
    std::int64_t bytes_;
    Error error_;
    Ticket ticket_;
    std::vector<std::byte> copy_;
};

/// A device of any kind that fails as planned.
class FaultyDevice final : public ForwardingDevice {
  public:
    /// The plan must outlive the device.
    FaultyDevice(std::unique_ptr<Device> device, FaultPlan& plan)
        : ForwardingDevice(std::move(device)), plan_(plan) {}

    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override {
        if (fault_of(Operation::load) != Fault::none) return fail(ticket);
        ForwardingDevice::load(source, destination, ticket);
    }
    void exec(const ExecCall& call, Ticket ticket) noexcept override {
        if (fault_of(Operation::exec) != Fault::none) return fail(ticket);
        ForwardingDevice::exec(call, ticket);
    }
    void store(const LiveRegister& source, const HostRectangle& destination,
               Ticket ticket) noexcept override {
        const Fault fault = fault_of(Operation::store);
        if (fault == Fault::none) return ForwardingDevice::store(source, destination, ticket);
        if (fault == Fault::lost) return fail(ticket);
        const std::lock_guard lock(mutex_);
        failing_.push_back(std::make_unique<FailingStore>(destination, plan_.stored_before, error(), ticket));
        ForwardingDevice::store(source, failing_.back()->copy(), {failing_.back().get(), ticket.command});
    }
    [[nodiscard]] bool lost() const noexcept override { return lost_; }
    void recover() override {
        ++plan_.recoveries;
        if (!plan_.recovers) throw Error(ErrorCode::device_lost, "no new context");
        lost_ = false;
    }

  private:
    /// Why a command fails. The queues of a device ask at the same time, and only one command is the planned
    /// one.
    enum class Fault { none, planned, lost };

    Fault fault_of(Operation operation) {
        const int position = plan_.counts[static_cast<std::size_t>(operation)]++;
        if (lost_) return Fault::lost;
        if (operation != plan_.operation || position != plan_.position) return Fault::none;
        if (plan_.code == ErrorCode::device_lost) lost_ = true;
        return Fault::planned;
    }
    [[nodiscard]] Error error() const { return Error(plan_.code, "a planned fault"); }
    void fail(Ticket ticket) { ticket.sink->completed(ticket.command, std::make_exception_ptr(error())); }

    FaultPlan& plan_;
    std::atomic<bool> lost_{false};
    std::mutex mutex_;                                    ///< of the failing stores
    std::vector<std::unique_ptr<FailingStore>> failing_;  ///< so far
};

/// The first plans.size() devices that `options` names, each with its plan. Fewer if there are fewer.
template <class Plans>
std::vector<std::unique_ptr<Device>> faulty_devices(const MachineOptions& options, Plans& plans) {
    std::vector<std::unique_ptr<Device>> devices = make_devices(options);
    if (devices.size() > plans.size()) devices.resize(plans.size());
    for (std::size_t d = 0; d < devices.size(); ++d)
        devices[d] = std::make_unique<FaultyDevice>(std::move(devices[d]), plans[d]);
    return devices;
}

}  // namespace hg::test
