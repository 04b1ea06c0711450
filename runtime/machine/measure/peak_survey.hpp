#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/machine/measure/device_work.hpp"
#include "runtime/machine/measure/kernels/peak_kernel.hpp"
#include "runtime/machine/measure/memory_survey.hpp"

namespace hg {

/// 32-bit integers in a device's memory.
class DeviceWords {
  public:
    DeviceWords(DeviceWork& work, std::int64_t count)
        : work_(work), count_(count), memory_(work.device().allocate(count * size_of(ElementType::i32))) {}

    [[nodiscard]] LiveRegister live() const {
        return {{ElementType::i32, 0, count_, 1, count_}, memory_.get()};
    }
    [[nodiscard]] std::vector<std::int32_t> read() const;
    void write(const std::vector<std::int32_t>& words) const { work_.load(words.data(), live()); }

  private:
    DeviceWork& work_;
    std::int64_t count_;
    std::unique_ptr<DeviceMemory> memory_;
};

/// Launches a kernel of multiply-adds with enough rounds for some milliseconds, so that neither the launch
/// nor the clock's resolution matters. Throws the errors that the device reports.
class PeakRun {
  public:
    /// Compiles the kernel and determines the number of rounds.
    PeakRun(DeviceWork& work, const PeakKernel& kernel);

    [[nodiscard]] const KernelCall& call() const noexcept { return call_; }
    [[nodiscard]] LiveRegister result() const { return result_.live(); }  ///< i32, a row for each work-item
    [[nodiscard]] const std::vector<std::int32_t>& expected() const noexcept { return expected_; }
    /// Returns the number of operations in a launch; a multiply-add counts as two.
    [[nodiscard]] double operations() const noexcept { return operations_; }
    /// Returns the operations/s: the best of several launches.
    [[nodiscard]] double rate();
    /// Throws Error{device_failed} unless the last launch's results are as expected.
    void require_right() const;

  private:
    DeviceWork* work_;
    DeviceWords result_;
    KernelCall call_;
    double operations_ = 0;
    std::vector<std::int32_t> expected_;
};

/// Returns multiply-adds in the precision of `type`, with the vectors that are fastest on the device.
PeakRun fastest_peak(DeviceWork& work, ElementType type);

/// The speed of a device with one kind of instruction.
struct PeakRate {
    std::string unit;   ///< "fma", "mad" (integers), "matrix"
    std::string type;   ///< "f16", "f32", "f64", "i32", "bf16", "tf32", "i8"
    int vector = 0;     ///< numbers in a vector; 0 for matrix units
    double rate = 0;    ///< the best operations/s; a multiply-add counts as two
    double makers = 0;  ///< the maximum that clock and units allow; 0 if unknown
    std::string kernel;
};

/// Latencies in seconds; 0 if not measured.
struct PeakLatencies {
    double launch = 0;         ///< a launch in a sequence of launches that are not awaited
    double event = 0;          ///< from a launch to its end, as the host sees it
    double kernel = 0;         ///< on the device, for a kernel that does almost nothing
    double group_barrier = 0;  ///< a barrier over a work-group on each compute unit; only for GPUs
};

struct PeakSurvey {
    std::vector<PeakRate> rates;
    PeakLatencies latencies;

    /// Returns the best rate of a unit and type over all vectors; 0 if it was not measured.
    [[nodiscard]] double best(const std::string& unit, const std::string& type) const;
};

/// Returns a device's operations/s according to the vendor's figures: the number of units, the maximum clock,
/// and the operations of a unit per clock cycle, which NVIDIA's guides list for compute capabilities 8.0,
/// 8.6, 8.9 and 9.0. Returns 0 if they are unknown.
double makers_peak(const DeviceInfo& device, const std::string& unit, const std::string& type);

/// Measures all types and units that the device has. If a kernel gives wrong results, throws
/// Error{device_failed}.
PeakSurvey survey_peak(DeviceWork& work, const SurveyProgress& go_on);

}  // namespace hg
