#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/program/text/line_scanner.hpp"
#include "runtime/program/text/name_table.hpp"
#include "runtime/program/text/text_writer.hpp"
#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// Reads the statements that describe a machine, in programs and in machine files: machine, delays, device.
class MachineLines {
  public:
    /// Reads a statement if the line begins with the keyword of one, and returns whether it did.
    [[nodiscard]] bool take(LineScanner& line);
    /// Reads the name of a device that was declared.
    [[nodiscard]] DeviceIndex device_position(LineScanner& line) const;
    /// Returns the machine. Figures that were not given have their defaults.
    [[nodiscard]] Target target() && { return std::move(target_); }

  private:
    void machine(LineScanner& line);
    void delays(LineScanner& line);
    void device(LineScanner& line);

    Target target_;
    NameTable devices_;
    bool has_machine_ = false;
    bool has_delays_ = false;
};

/// Returns the devices' names in a text: their own names, reduced to the characters that a text allows, with
/// the device's position added if two would be equal: gpu0, h200-0.
std::vector<std::string> device_labels(std::span<const DeviceModel> devices);

/// Writes the statements that describe a machine. What all devices share is omitted if it has its defaults
/// and the machine has no name.
void put_machine(TextWriter& text, const Target& target, std::span<const std::string> labels);

}  // namespace hg
