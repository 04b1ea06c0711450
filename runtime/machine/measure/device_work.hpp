#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <hg/runtime/machine/device.hpp>

namespace hg {

/// One launch of a kernel.
struct KernelCall {
    InstructionPtr instruction;
    std::vector<LiveRegister> registers;
    std::vector<ScalarValue> scalars;
};

/// How long a chain of calls took.
struct ChainTimes {
    double wall = 0;    ///< seconds from the first launch until the last call was reported done
    double device = 0;  ///< seconds in kernels, by the device's own clock; 0 if the driver tells none
};

/// Seconds that a launch takes, of several samples. A sample of short launches is the mean of a batch.
struct LaunchTimes {
    double best = 0;
    double worst = 0;
    double mean = 0;
    int samples = 0;
};

/// How long a launch is measured.
struct Effort {
    double seconds = 0.02;  ///< of device time, in all
    int least = 3;          ///< samples
    int most = 20;
};

/// One device without a machine around it: what is put in its memory stays there, and each operation is
/// waited for. All throw what the device reports. Used by one thread.
class DeviceWork {
  public:
    explicit DeviceWork(std::unique_ptr<Device> device) : device_(std::move(device)) {}

    [[nodiscard]] Device& device() noexcept { return *device_; }
    [[nodiscard]] const DeviceInfo& info() const noexcept { return device_->info(); }
    /// Compiles.
    void prepare(const Instruction& instruction) { device_->prepare(instruction); }

    /// Fills a register from host memory whose columns are `ld` elements apart; 0: as the register's are.
    void load(const void* from, const LiveRegister& to, std::int64_t ld = 0);
    void store(const LiveRegister& from, void* to, std::int64_t ld = 0);

    /// Runs prepared kernels one after the other. Returns the seconds that each took on the device; shares of
    /// the time the host waited if the device does not tell.
    std::vector<double> run(std::span<const KernelCall> calls);
    /// The same, all of them `times` times over.
    ChainTimes run_chain(std::span<const KernelCall> calls, int times = 1);
    /// The same without a look at the device's clock, which would take longer than a short kernel: with one
    /// wait, for the last end. Returns seconds by the host's clock.
    double run_unobserved(std::span<const KernelCall> calls, int times);

    /// Times of a prepared kernel that has run before, by the device's own clock.
    LaunchTimes launch_times(const KernelCall& call, const Effort& effort);
    /// One sample.
    double launch_seconds(const KernelCall& call);

  private:
    class Reports;
    double launch(std::span<const KernelCall> calls, int times, Reports& reports);

    std::unique_ptr<Device> device_;
};

}  // namespace hg
