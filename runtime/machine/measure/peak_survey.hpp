#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/machine/measure/device_work.hpp"
#include "runtime/machine/measure/kernels/peak_kernel.hpp"
#include "runtime/machine/measure/memory_survey.hpp"

namespace hg {

/// Integers of 32 bits in a device's memory.
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

/// Launches of a kernel of multiply-adds, with the rounds that make one some milliseconds long: so neither
/// launching nor the clock's steps count. Throws what the device reports.
class PeakRun {
  public:
    /// Compiles, and finds the rounds.
    PeakRun(DeviceWork& work, const PeakKernel& kernel);

    [[nodiscard]] const KernelCall& call() const noexcept { return call_; }
    [[nodiscard]] LiveRegister result() const { return result_.live(); }  ///< i32, a row for each work-item
    [[nodiscard]] const std::vector<std::int32_t>& expected() const noexcept { return expected_; }
    /// Of a launch, two a multiply-add.
    [[nodiscard]] double operations() const noexcept { return operations_; }
    /// Operations/s: the best of a few launches.
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

/// Multiply-adds of the precision of `type` with the vectors that are fastest on a device.
PeakRun fastest_peak(DeviceWork& work, ElementType type);

/// How fast a device computes with one kind of instruction.
struct PeakRate {
    std::string unit;   ///< "fma", "mad" (integers), "matrix"
    std::string type;   ///< "f16", "f32", "f64", "i32", "bf16", "tf32", "i8"
    int vector = 0;     ///< numbers of a vector; 0 for matrix units
    double rate = 0;    ///< operations/s, two a multiply-add: the best
    double makers = 0;  ///< what clock and units allow; 0: not known
    std::string kernel;
};

/// Seconds. 0: not measured.
struct PeakLatencies {
    double launch = 0;         ///< a launch in a row of launches that nobody waits for
    double event = 0;          ///< from one launch to its end as the host sees it
    double kernel = 0;         ///< on the device, of a kernel that does nothing to speak of
    double group_barrier = 0;  ///< a barrier over a work-group on each compute unit; GPUs alone
};

struct PeakSurvey {
    std::vector<PeakRate> rates;
    PeakLatencies latencies;

    /// The best rate of a unit and type over all vectors; 0 if it was not measured.
    [[nodiscard]] double best(const std::string& unit, const std::string& type) const;
};

/// Operations/s that the maker's figures give for a device: units, largest clock, and operations of a unit in
/// a clock as NVIDIA's guides have them for compute capabilities 8.0, 8.6, 8.9 and 9.0. 0 if they are not
/// known.
double makers_peak(const DeviceInfo& device, const std::string& unit, const std::string& type);

/// Measures all that the device has: types and matrix units that it lacks are left out. A kernel that gives
/// wrong results is an Error{device_failed}.
PeakSurvey survey_peak(DeviceWork& work, const SurveyProgress& go_on);

}  // namespace hg
