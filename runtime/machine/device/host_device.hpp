#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "runtime/machine/staging/copy_threads.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/options.hpp>

namespace hg {

/// The CPU as a device: registers in ordinary memory, instructions by their host implementations. Every
/// operation ends before its call returns.
class HostDevice final : public Device {
  public:
    /// With copy threads of its own.
    explicit HostDevice(const MachineOptions& options = {});
    /// With those of its machine.
    explicit HostDevice(std::shared_ptr<CopyThreads> copies);

    /// What the host device of this computer reports.
    static DeviceInfo describe();

    [[nodiscard]] const DeviceInfo& info() const noexcept override { return info_; }
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) override;
    void prepare(const Instruction& instruction) override;
    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override;
    void exec(const ExecCall& call, Ticket ticket) noexcept override;
    void store(const LiveRegister& source, const HostRectangle& destination, Ticket ticket) noexcept override;
    void drain() noexcept override {}

  private:
    static void call_host(const ExecCall& call, std::vector<HostOperand>& operands);

    DeviceInfo info_;
    const std::shared_ptr<CopyThreads> copies_;
    /// Of the EXECs under way, one for each queue; kept to allocate once.
    std::array<std::vector<HostOperand>, kQueueKinds.size()> operands_;
};

}  // namespace hg
