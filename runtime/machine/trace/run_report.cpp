#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "runtime/machine/trace/spans.hpp"
#include "runtime/program/build/exec_work.hpp"
#include "runtime/program/simulate/timing.hpp"
#include <hg/runtime/machine/run_report.hpp>

namespace hg {
namespace {

/// A part limited the run if its work, at the part's maximum rate, would take at least this share of the run.
constexpr double kLimits = 0.5;
/// Shares of a run below this are not mentioned.
constexpr double kWorthAWord = 0.05;

struct LaneWork {
    Spans spans;
    double bytes = 0;
    double flops = 0;
    double at_limit = 0;

    void add(const LaneWork& other) {
        spans.add(other.spans);
        bytes += other.bytes;
    }
};

using DeviceWork = std::array<LaneWork, kLanes>;

/// Returns the work of a lane from that of a device.
auto& of(auto& work, Lane lane) {
    return work[static_cast<std::size_t>(lane)];
}

double seconds_at(double amount, double rate) {
    return rate < kFastestRate && rate > 0 ? amount / rate : 0;
}

const DeviceModel& model(const Program& program, const Target& target, std::size_t device) {
    return device < target.devices.size() ? target.devices[device] : program.devices()[device];
}

std::vector<DeviceWork> work_of_devices(const Program& program, const Target& target,
                                        std::span<const Interval> intervals) {
    std::vector<DeviceWork> devices(program.devices().size());
    ExecWorks works(program);
    for (const Interval& interval : intervals) {
        const Command& command = program.command(interval.command);
        LaneWork& lane = of(devices[command.device], lane_of(command, interval.track));
        lane.spans.add(interval.begin, interval.end);
        lane.bytes += static_cast<double>(interval.bytes);
        if (command.operation != Operation::exec || interval.track == Track::queue) continue;
        const DeviceModel& device = model(program, target, command.device);
        ExecWork work = works(interval.command);
        work.work_groups = 0;  // units that a small block leaves idle count as below the device's limit
        lane.flops += work.flops;
        lane.at_limit += kernel_seconds(work, device);
    }
    for (std::size_t d = 0; d < devices.size(); ++d) {
        const DeviceModel& device = model(program, target, d);
        LaneWork& in = of(devices[d], Lane::link_in);
        LaneWork& out = of(devices[d], Lane::link_out);
        in.at_limit = seconds_at(in.bytes, device.link_in);
        out.at_limit = seconds_at(out.bytes, device.link_out);
    }
    return devices;
}

PartUse use(std::string name, int device, const LaneWork& work) {
    return {std::move(name), device, work.spans.covered(), work.bytes, work.flops, work.at_limit};
}

/// Combines lanes of these devices into one part with its own rate.
PartUse together(std::string name, int device, std::span<const DeviceWork> devices,
                 std::initializer_list<Lane> lanes, double rate) {
    LaneWork sum;
    for (const DeviceWork& work : devices)
        for (const Lane lane : lanes) sum.add(of(work, lane));
    sum.at_limit = seconds_at(sum.bytes, rate);
    return use(std::move(name), device, sum);
}

std::vector<PartUse> parts_of(const Program& program, const Target& target,
                              const std::vector<DeviceWork>& devices) {
    std::vector<PartUse> parts;
    for (std::size_t d = 0; d < devices.size(); ++d) {
        const int position = static_cast<int>(d);
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            parts.push_back(use(std::string(name(static_cast<Lane>(lane))), position, devices[d][lane]));
        parts.push_back(together("link", position, {&devices[d], 1}, {Lane::link_in, Lane::link_out},
                                 model(program, target, d).link_both));
    }
    const auto add = [&](const char* name, std::initializer_list<Lane> lanes, double rate) {
        parts.push_back(together(name, -1, devices, lanes, rate));
    };
    add("copies", {Lane::copy_in, Lane::copy_out}, target.host_copy_rate);
    add("links in", {Lane::link_in}, target.links_in);
    add("links out", {Lane::link_out}, target.links_out);
    add("links", {Lane::link_in, Lane::link_out}, target.links_both);
    // The links of all devices together are a separate part only if they share a limit.
    std::erase_if(parts, [](const PartUse& part) {
        const bool shared_links = part.device < 0 && part.name != "copies";
        return part.busy <= 0 || (shared_links && part.at_limit <= 0);
    });
    const Target& used = target.devices.empty() ? program.target() : target;
    for (PartUse& part : parts) part.measured = !used.unmeasured;
    return parts;
}

/// Considers only the lanes that do work; a queue counts as busy even while its commands wait.
double overlap_of(const std::vector<DeviceWork>& devices) {
    double hidden = 0;
    double hideable = 0;
    for (const DeviceWork& device : devices) {
        Spans any;
        double sum = 0;
        double most = 0;
        for (const Lane lane :
             {Lane::copy_in, Lane::copy_out, Lane::link_in, Lane::kernels, Lane::kernels2, Lane::link_out}) {
            const double busy = of(device, lane).spans.covered();
            any.add(of(device, lane).spans);
            sum += busy;
            most = std::max(most, busy);
        }
        hidden += sum - any.covered();
        hideable += sum - most;
    }
    return hideable > 0 ? std::clamp(hidden / hideable, 0.0, 1.0) : 1;
}

void find_startup_and_drain(const Program& program, std::span<const Interval> intervals, RunReport& report) {
    double first = report.seconds;
    double last = -1;
    for (const Interval& interval : intervals) {
        if (interval.track != Track::device || program.command(interval.command).operation != Operation::exec)
            continue;
        first = std::min(first, interval.begin);
        last = std::max(last, interval.end);
    }
    if (last < 0) return;
    report.startup = std::max(0.0, first);
    report.drain = std::max(0.0, report.seconds - last);
}

std::string per_cent(double share) {
    return std::to_string(std::lround(100 * share)) + " %";
}

std::string part_text(const PartUse& part, std::size_t devices) {
    if (part.device < 0 || devices == 1) return part.name;
    return part.name + " of device " + std::to_string(part.device);
}

std::string idle_text(const RunReport& report) {
    std::string text;
    const auto add = [&](double seconds, const char* where) {
        if (seconds < kWorthAWord * report.seconds) return;
        text += (text.empty() ? "; " : ", ") + per_cent(seconds / report.seconds) + where;
    };
    add(report.startup, " before the first kernel");
    add(report.drain, " after the last kernel");
    return text;
}

/// The seconds that the part's work takes at least. No work takes longer than it took, whatever a guess of
/// its rate says.
double least_seconds(const PartUse& part) {
    return std::min(part.at_limit, part.busy);
}

std::string figures_text(const PartUse& part, double seconds) {
    const std::string time = per_cent(part.use(seconds)) + " of the run";
    if (part.has_share()) return per_cent(part.of_limit()) + " of its rate for " + time;
    return "busy for " + time + ", its rate unknown";
}

std::string verdict_of(const RunReport& report, std::size_t devices) {
    const auto nearest = std::ranges::max_element(report.parts, {}, least_seconds);
    if (nearest == report.parts.end() || nearest->at_limit <= 0 || report.seconds <= 0)
        return "no part of the machine has a known limit";
    const bool limits = least_seconds(*nearest) >= kLimits * report.seconds;
    return (limits ? "limited by " : "limited by no part alone; nearest is ") + part_text(*nearest, devices) +
           ": " + figures_text(*nearest, report.seconds) + idle_text(report);
}

std::vector<std::string> notes_of(const Program& program) {
    std::vector<std::string> notes;
    for (const InstructionPtr& instruction : program.instructions())
        if (!instruction->note.empty() && std::ranges::find(notes, instruction->note) == notes.end())
            notes.push_back(instruction->note);
    return notes;
}

}  // namespace

RunReport run_report(const Program& program, const Target& target, std::span<const Interval> intervals,
                     double seconds) {
    const std::vector<DeviceWork> devices = work_of_devices(program, target, intervals);
    RunReport report;
    report.seconds = seconds;
    report.parts = parts_of(program, target, devices);
    report.overlap = overlap_of(devices);
    find_startup_and_drain(program, intervals, report);
    report.verdict = verdict_of(report, devices.size());
    report.notes = notes_of(program);
    return report;
}

}  // namespace hg
