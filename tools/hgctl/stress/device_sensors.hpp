#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "tools/tuner/worker/child_process.hpp"

namespace hgctl {

/// What a card says of itself.
struct SensorReading {
    std::optional<double> watts;
    std::optional<double> celsius;
};

/// Power and temperature of NVIDIA's cards, by nvidia-smi, which runs beside the work and reports each
/// second. Without that program there are no readings. Not thread-safe.
class DeviceSensors {
  public:
    /// Starts `program`, found on PATH, if it is there.
    explicit DeviceSensors(const std::string& program = "nvidia-smi");

    /// Takes what was reported since the last call. Does not wait.
    void refresh();
    /// The latest reading of the device with this identity (DeviceInfo::identity), if there is one.
    [[nodiscard]] std::optional<SensorReading> of(const std::string& identity) const;

    /// Takes one line: "GPU-6f0c1e2a-..., 412.35, 61". A figure that is no number counts as none.
    void take(const std::string& line);

  private:
    std::unique_ptr<hg::kernels::ChildProcess> process_;
    std::map<std::string, SensorReading> readings_;  ///< by digits of the identity
};

}  // namespace hgctl
