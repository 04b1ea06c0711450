#include "runtime/machine/trace/trace_events.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/files/owned_json.hpp"

namespace hg {
namespace {

/// Returns a short text such as "EXEC gemm", "LD A[0,2048]" or "MARK phase".
std::string short_text(const Program& program, CommandId id) {
    const Command& command = program.command(id);
    std::string text{hg::name(command.operation)};
    switch (command.operation) {
        case Operation::load:
        case Operation::store: {
            const HostTile& tile = program.tile(id);
            return text + " " + program.matrices()[index(tile.parameter)].name + "[" +
                   std::to_string(tile.row) + "," + std::to_string(tile.col) + "]";
        }
        case Operation::exec:
            return text + " " + program.instruction(id).name;
        case Operation::mark:
        case Operation::barrier:
            break;
    }
    const std::string& mark = program.mark_name(id);
    return mark.empty() ? text : text + " " + mark;
}

nlohmann::json naming(const char* what, int process, int lane, std::string_view text) {
    return {{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", lane}, {"args", {{"name", text}}}};
}

/// Viewers require that the events of a track do not overlap. A command that overlaps the previous one is
/// shown from the end of that one; its arguments contain its own beginning.
nlohmann::json event(const WatchedRun& run, const Interval& interval, double shown_from) {
    const Command& command = run.program.command(interval.command);
    nlohmann::json arguments{{"command", index(interval.command)}, {"began_us", 1e6 * interval.begin}};
    if (interval.bytes > 0) arguments["bytes"] = interval.bytes;
    const double begin = std::max(interval.begin, shown_from);
    return {{"ph", "X"},
            {"name", short_text(run.program, interval.command)},
            {"cat", hg::name(command.operation)},
            {"pid", command.device},
            {"tid", static_cast<int>(lane_of(command, interval.track))},
            {"ts", 1e6 * (run.begin + begin)},
            {"dur", 1e6 * std::max(interval.end - begin, 0.0)},
            {"args", std::move(arguments)}};
}

nlohmann::json report_of(const WatchedRun& run) {
    const RunReport report = run.report();
    nlohmann::json parts = nlohmann::json::array();
    for (const PartUse& part : report.parts)
        parts.push_back({{"name", part.name},
                         {"device", part.device},
                         {"busy", part.busy},
                         {"bytes", part.bytes},
                         {"flops", part.flops},
                         {"at_limit", part.at_limit},
                         {"use", part.use(report.seconds)},
                         {"of_limit", part.of_limit()}});
    nlohmann::json devices = nlohmann::json::array();
    for (const DeviceModel& device : run.program.devices()) devices.push_back(device.name);
    return {{"commands", run.program.size()},
            {"devices", devices},
            {"begin", run.begin},
            {"seconds", report.seconds},
            {"startup", report.startup},
            {"drain", report.drain},
            {"overlap", report.overlap},
            {"verdict", report.verdict},
            {"notes", report.notes},
            {"parts", parts}};
}

void append_element(nlohmann::json element, std::string& text) {
    const OwnedJson owned(std::move(element));
    if (!text.empty()) text += ",\n";
    // Names of instructions and marks are checked, but a device's name may contain any bytes.
    text += owned->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

TraceEvents::DeviceLane TraceEvents::device_lane(const WatchedRun& run, const Interval& interval) {
    const Command& command = run.program.command(interval.command);
    return {command.device, lane_of(command, interval.track)};
}

std::string TraceEvents::of(const std::vector<const WatchedRun*>& runs) {
    std::string text;
    append_intervals(runs, text);
    for (const WatchedRun* run : runs) append_names(*run, text);
    return text;
}

void TraceEvents::append_intervals(const std::vector<const WatchedRun*>& runs, std::string& text) {
    std::vector<std::pair<const WatchedRun*, const Interval*>> sorted;
    for (const WatchedRun* run : runs)
        for (const Interval& interval : run->intervals) sorted.emplace_back(run, &interval);
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.first->begin + a.second->end < b.first->begin + b.second->end;
    });
    for (const auto& [run, interval] : sorted) {
        double& end = ends_[device_lane(*run, *interval)];
        const double own_end = run->begin + interval->end;
        // A run that began during an earlier batch has events between those of that batch.
        append_element(event(*run, *interval, own_end < end ? 0 : end - run->begin), text);
        end = std::max(end, own_end);
    }
}

void TraceEvents::append_names(const WatchedRun& run, std::string& text) {
    for (const Interval& interval : run.intervals) {
        const DeviceLane track = device_lane(run, interval);
        const auto& [device, lane] = track;
        const std::string& device_name = run.program.devices()[static_cast<std::size_t>(device)].name;
        if (processes_.emplace(device, device_name).second)
            append_element(naming("process_name", device, 0, device_name), text);
        if (tracks_.insert(track).second)
            append_element(naming("thread_name", device, static_cast<int>(lane), name(lane)), text);
    }
}

std::string run_reports(const std::vector<const WatchedRun*>& runs) {
    std::string text;
    for (const WatchedRun* run : runs) append_element(report_of(*run), text);
    return text;
}

std::string run_events(const std::vector<const WatchedRun*>& runs) {
    std::string text;
    for (const WatchedRun* run : runs)
        append_element({{"ph", "M"}, {"name", kRunEvent}, {"pid", 0}, {"tid", 0}, {"args", report_of(*run)}},
                       text);
    return text;
}

}  // namespace hg
