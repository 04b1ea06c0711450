#pragma once

#include <memory>
#include <utility>

#include <hg/runtime/machine/device.hpp>

namespace hg::test {

/// Passes everything on to another device; tests override what they change.
class ForwardingDevice : public Device {
  public:
    explicit ForwardingDevice(std::unique_ptr<Device> device) : device_(std::move(device)) {}

    [[nodiscard]] const DeviceInfo& info() const noexcept override { return device_->info(); }
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) override { return device_->allocate(bytes); }
    void prepare(const Instruction& instruction) override { device_->prepare(instruction); }
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override {
        device_->load(source, destination, ticket);
    }
    void send_staged() noexcept override { device_->send_staged(); }
    void exec(const ExecCall& call, Ticket ticket) noexcept override { device_->exec(call, ticket); }
    void store(const LiveRegister& source, const HostRectangle& destination,
               Ticket ticket) noexcept override {
        device_->store(source, destination, ticket);
    }
    void report_late(QueueKind queue) noexcept override { device_->report_late(queue); }
    void flush(QueueKind queue) noexcept override { device_->flush(queue); }
    void end_run(std::uint64_t run) noexcept override { device_->end_run(run); }
    void drain() noexcept override { device_->drain(); }
    std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t bytes) override {
        return device_->allocate_pinned(bytes);
    }
    std::shared_ptr<PinnedMemory> pin(std::byte* data, std::int64_t bytes) noexcept override {
        return device_->pin(data, bytes);
    }
    [[nodiscard]] bool lost() const noexcept override { return device_->lost(); }
    void recover() override { device_->recover(); }

  protected:
    [[nodiscard]] Device& device() noexcept { return *device_; }

  private:
    std::unique_ptr<Device> device_;
};

}  // namespace hg::test
