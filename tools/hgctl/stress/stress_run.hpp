#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/stress/device_sensors.hpp"
#include "tools/hgctl/stress/stress_work.hpp"

namespace hgctl {

/// What one `hgctl stress` is to do.
struct StressPlan {
    std::vector<std::string> kernels;
    std::vector<hg::ElementType> types;
    bool links = false;
    std::int64_t n = 0;             ///< order of all matrices
    int launches = 10;              ///< of each kernel in an iteration
    int iterations = 100;           ///< at most
    std::optional<double> seconds;  ///< after which no iteration begins

    /// The words of all works, in the order in which an iteration does them.
    [[nodiscard]] std::vector<std::string> words() const;
    /// Bytes that all of them hold in a device's memory, and the largest piece.
    [[nodiscard]] double device_bytes(std::int64_t order) const;
    [[nodiscard]] std::int64_t largest_piece(std::int64_t order) const;
};

/// A device to stress.
struct StressTarget {
    std::unique_ptr<hg::Device> device;
    hg::DeviceModel model;
};

/// One iteration of one kernel on one device.
struct StressSample {
    int iteration = 0;          ///< from 1 on
    double at = 0;              ///< seconds since the run began
    double seconds = 0;         ///< of all its launches, by the host's clock
    double device_seconds = 0;  ///< likewise by the device's own clock; 0 if it tells none
    double rate = 0;            ///< flop/s or bytes/s by the host's clock
    WrongBits wrong;
    std::optional<SensorReading> sensors;
};

struct StressSeries {
    StressKind kind;
    std::vector<StressSample> samples;
};

/// Where a device failed.
struct StressLoss {
    int iteration = 0;   ///< 0: while it was made ready
    std::string kernel;  ///< "gemm f64"
    std::string message;
};

struct StressedDevice {
    std::string name;
    std::vector<StressSeries> series;
    std::optional<StressLoss> lost;
};

struct StressResult {
    StressPlan plan;
    std::vector<StressedDevice> devices;
    bool interrupted = false;
};

/// What is called while the works run, by one thread at a time.
struct StressProgress {
    std::function<void(int)> iteration;  ///< is told the number of each that begins; may be empty
    std::function<bool()> stop;          ///< true: no work begins any more; may be empty
};

/// Stresses all devices at once: they begin each kernel of an iteration together. Before the first
/// iteration each kernel runs once to make the result that the others are compared with. A device that
/// fails is left out from there on, and the result says where it failed; nothing is thrown for it.
StressResult run_stress(const StressPlan& plan, std::vector<StressTarget> targets,
                        const hg::kernels::Database& kernels, DeviceSensors& sensors,
                        const StressProgress& progress);

}  // namespace hgctl
