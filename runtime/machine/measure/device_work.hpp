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

/// The time of a chain of calls.
struct ChainTimes {
    double wall = 0;    ///< seconds from the first launch until the last call was reported done
    double device = 0;  ///< seconds in kernels by the device's own clock; 0 if not reported
};

/// The seconds of a launch from several samples. A sample of short launches is the mean of a batch.
struct LaunchTimes {
    double best = 0;
    double worst = 0;
    double mean = 0;
    int samples = 0;
    std::vector<double> all;  ///< the seconds of each sample
};

/// The duration of a measurement of a launch.
struct Effort {
    double seconds = 0.02;  ///< total device time
    int least = 3;          ///< the minimum number of samples
    int most = 20;
};

/// A device without a machine. Data in its memory stay there, and each function waits for its operation. All
/// functions throw the errors that the device reports. Only one thread may use it.
class DeviceWork {
  public:
    explicit DeviceWork(std::unique_ptr<Device> device) : device_(std::move(device)) {}

    [[nodiscard]] Device& device() noexcept { return *device_; }
    [[nodiscard]] const DeviceInfo& info() const noexcept { return device_->info(); }
    /// Compiles the instruction's kernel.
    void prepare(const Instruction& instruction) { device_->prepare(instruction); }

    /// Fills a register from host memory whose columns are `ld` elements apart, or as in the register if `ld`
    /// is 0.
    void load(const void* from, const LiveRegister& to, std::int64_t ld = 0);
    void store(const LiveRegister& from, void* to, std::int64_t ld = 0);

    /// Runs prepared kernels one after the other. Returns the seconds of each on the device, or shares of the
    /// time that the host waited if the device does not report times.
    std::vector<double> run(std::span<const KernelCall> calls);
    /// Does the same with the whole chain `times` times.
    ChainTimes run_chain(std::span<const KernelCall> calls, int times = 1);
    /// Does the same without reading the device's clock, which would take longer than a short kernel, and
    /// waits only for the last end. Returns seconds of the host's clock.
    double run_unobserved(std::span<const KernelCall> calls, int times);

    /// Returns the times of a prepared kernel that has run before, by the device's own clock.
    LaunchTimes launch_times(const KernelCall& call, const Effort& effort);
    /// Returns one sample.
    double launch_seconds(const KernelCall& call);

  private:
    class Reports;
    double launch(std::span<const KernelCall> calls, int times, Reports& reports);

    std::unique_ptr<Device> device_;
};

}  // namespace hg
