#include "tools/hgctl/stress/device_sensors.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using hg::kernels::ChildProcess;

constexpr const char* kQuery = "--query-gpu=uuid,power.draw,temperature.gpu";
constexpr const char* kFormat = "--format=csv,noheader,nounits";
constexpr const char* kEachSecond = "--loop=1";

/// What "uuid-6f0c1e2a" of OpenCL and "GPU-6F0C-1E2A" of the driver's tool have in common: "6f0c1e2a".
std::string digits_of(std::string text) {
    for (const char* prefix : {"uuid-", "GPU-"})
        if (text.starts_with(prefix)) text.erase(0, std::string(prefix).size());
    std::string digits;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            digits += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return digits;
}

std::optional<double> number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || !std::isfinite(value)) return {};
    return value;
}

}  // namespace

DeviceSensors::DeviceSensors(const std::string& program) {
    try {
        process_ =
            std::make_unique<ChildProcess>(std::vector<std::string>{program, kQuery, kFormat, kEachSecond});
    } catch (const hg::Error&) {
        // Most machines have no such program, and no sensors then.
    }
}

void DeviceSensors::refresh() {
    while (process_) {
        const ChildProcess::Line line = process_->read_line(ChildProcess::Clock::now());
        if (line.reading == ChildProcess::Reading::timed_out) return;
        if (line.reading == ChildProcess::Reading::line)
            take(line.text);
        else
            process_.reset();
    }
}

std::optional<SensorReading> DeviceSensors::of(const std::string& identity) const {
    const auto found = readings_.find(digits_of(identity));
    if (found == readings_.end()) return {};
    return found->second;
}

void DeviceSensors::take(const std::string& line) {
    std::istringstream fields(line);
    std::string identity, watts, celsius;
    if (!std::getline(fields, identity, ',') || !std::getline(fields, watts, ',')) return;
    std::getline(fields, celsius);
    readings_[digits_of(identity)] = {number(watts), number(celsius)};
}

}  // namespace hgctl
