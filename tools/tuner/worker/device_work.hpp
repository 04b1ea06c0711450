#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <hg/runtime/machine/device.hpp>

namespace hg::kernels {

/// One launch of a kernel.
struct KernelCall {
    InstructionPtr instruction;
    std::vector<LiveRegister> registers;
    std::vector<ScalarValue> scalars;
};

/// A device's operations, each waited for. All throw what the device reports. Used by one thread.
class DeviceWork {
  public:
    explicit DeviceWork(std::unique_ptr<Device> device) : device_(std::move(device)) {}

    [[nodiscard]] Device& device() noexcept { return *device_; }
    /// Fills a register, its elements `ld` apart in both places.
    void load(const void* from, const LiveRegister& to);
    void store(const LiveRegister& from, void* to);
    /// Runs prepared kernels one after the other. Returns the seconds that each took on the device; shares of
    /// the time the host waited if the device does not tell.
    std::vector<double> run(std::span<const KernelCall> calls);
    /// Runs a prepared kernel `count` times, with one wait, for the last end. Returns seconds by the host's
    /// clock.
    double run_in_a_row(const KernelCall& call, std::size_t count);

  private:
    std::unique_ptr<Device> device_;
};

}  // namespace hg::kernels
