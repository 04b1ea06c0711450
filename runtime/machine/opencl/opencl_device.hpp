#pragma once

#include <memory>
#include <mutex>

#include "runtime/machine/opencl/opencl_platforms.hpp"
#include "runtime/machine/staging/staging.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/options.hpp>

namespace hg {

/// An OpenCL device: a context of its own (a fault of one device leaves the others alone), an in-order queue for
/// each of its machine's, pinned chunks for the transfers that it shares with the machine's other devices.
class OpenClDevice final : public Device {
  public:
    /// Throws Error{device_failed} if no context can be made.
    OpenClDevice(OpenClChoice choice, const MachineOptions& options, Staging staging);
    ~OpenClDevice() override;

    [[nodiscard]] const DeviceInfo& info() const noexcept override { return choice_.info; }
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) override;
    void prepare(const Instruction& instruction) override;
    void prepare_all(std::span<const Instruction* const> instructions) override;
    bool is_compiled(const Instruction& instruction) override;
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override;
    void send_staged() noexcept override;
    void exec(const ExecCall& call, Ticket ticket) noexcept override;
    void store(const LiveRegister& source, const HostRectangle& destination, Ticket ticket) noexcept override;
    void flush(QueueKind queue) noexcept override;
    void report_late(QueueKind queue) noexcept override;
    void end_run(std::uint64_t run) noexcept override { staging_.pool->forget_shared(run); }
    void drain() noexcept override;
    std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t bytes) override;
    std::shared_ptr<PinnedMemory> pin(std::byte* data, std::int64_t bytes) noexcept override;
    [[nodiscard]] bool lost() const noexcept override;
    void recover() override;

  private:
    struct Connection;
    [[nodiscard]] std::unique_ptr<Connection> connect();

    const OpenClChoice choice_;
    const MachineOptions options_;
    const Staging staging_;
    /// Of connection_, against threads that ask for pinned memory while a run gets the device back.
    mutable std::mutex mutex_;
    std::unique_ptr<Connection>
        connection_;  ///< replaced as a whole when the device was lost; null if that failed
};

}  // namespace hg
