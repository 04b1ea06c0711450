#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include "tools/report/report.hpp"
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// The machines that read_machine() knows by name.
std::vector<std::string> machine_names();

/// A machine: a shipped one by its name, in upper or lower case, or that of a machine file. It has `count`
/// devices: by default one if it is a shipped one, all if it is a file's. If it has fewer, they are repeated,
/// provided they are of one kind. Throws hg::Error{invalid_argument} if there is no such machine or its
/// devices differ, hg::Error{io}, and hg::Error{invalid_program} with file and line for a wrong file.
hg::Target read_machine(const std::string& name_or_file, std::optional<std::size_t> count = std::nullopt);

/// The number of devices of a machine that is read by its name or file, as `--devices` gives it; none if the
/// option is empty. Throws hg::Error{invalid_argument} unless it is a whole number from 1 to 1024.
std::optional<std::size_t> device_count(const std::string& devices);

/// What a machine is, in a few words: "b200, 8 devices, not measured". A machine without a name has the
/// default figures for what devices share.
std::string machine_text(const hg::Target& machine);
/// Adds it to a report, as a row for people and as facts.
void add_machine(Report& report, const hg::Target& machine);

/// The options that choose a machine, and those that give figures instead of its own; rates in units of 1e9
/// per second.
struct TargetRates {
    std::string machine;  ///< as read_machine() takes it; empty: that of the program, or this machine
    std::optional<double> copy_rate, links_in, links_out, links_both;  ///< of the whole machine
    std::optional<double> link_in, link_out, link_both, kernel_rate;   ///< of each device
    std::optional<std::int64_t> compute_units;

    /// This must outlive the parsing.
    void add_options(Command& command);
    void apply(hg::Target& target) const;
    /// The machine for a program: the chosen one, else the one in its text, with these figures. Throws what
    /// read_machine() throws, and hg::Error{invalid_argument} if the program does not fit the machine's
    /// memory or needs double precision that the machine does not have.
    [[nodiscard]] hg::Target target_of(const hg::Program& program) const;
};

}  // namespace hgctl
