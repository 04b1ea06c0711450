#include "runtime/machine/trace.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "runtime/program/error.hpp"
#include "runtime/program/timing.hpp"

namespace hg {
namespace {

/// "EXEC gemm", "LD A[0,2048]", "MARK phase".
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

/// Viewers want the events of a track to follow each other. Where commands are under way together, each is
/// shown from the end of the one before it; its own beginning is among its arguments.
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

using DeviceLane = std::pair<int, Lane>;

DeviceLane device_lane(const WatchedRun& run, const Interval& interval) {
    const Command& command = run.program.command(interval.command);
    return {command.device, lane_of(command, interval.track)};
}

void append_events(const WatchedRun& run, nlohmann::json& events) {
    std::vector<Interval> sorted = run.intervals;
    std::sort(sorted.begin(), sorted.end(),
              [](const Interval& a, const Interval& b) { return a.end < b.end; });
    std::map<DeviceLane, double> ends;
    for (const Interval& interval : sorted) {
        double& end = ends[device_lane(run, interval)];
        events.push_back(event(run, interval, end));
        end = interval.end;
    }
}

nlohmann::json as_json(const RunReport& report, const WatchedRun& run) {
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
    return {{"commands", run.program.size()}, {"devices", devices},        {"begin", run.begin},
            {"seconds", report.seconds},      {"startup", report.startup}, {"drain", report.drain},
            {"overlap", report.overlap},      {"verdict", report.verdict}, {"parts", parts}};
}

/// Rates of nothing: each program's devices are taken as it was built for them.
Target no_target() {
    Target target;
    target.host_copy_rate = kFastestRate;
    return target;
}

}  // namespace

struct Trace::State {
    mutable std::mutex mutex;
    std::vector<WatchedRun> runs;
    Target target = no_target();
};

Trace::Trace() : state_(std::make_unique<State>()) {}
Trace::~Trace() = default;

// Memory for a trace that cannot be had leaves the trace incomplete; the run goes on.
void Trace::on_begin(const Program& program) noexcept {
    const std::lock_guard lock(state_->mutex);
    try {
        WatchedRun run{.program = program, .target = state_->target};
        if (!state_->runs.empty()) run.begin = state_->runs.back().begin + state_->runs.back().seconds;
        run.intervals.reserve(3 * program.size());
        state_->runs.push_back(std::move(run));
    } catch (const std::bad_alloc&) {
    }
}

void Trace::on_interval(const Interval& interval) noexcept {
    const std::lock_guard lock(state_->mutex);
    if (state_->runs.empty()) return;
    try {
        state_->runs.back().intervals.push_back(interval);
    } catch (const std::bad_alloc&) {
    }
}

void Trace::on_end(double seconds, bool /*succeeded*/) noexcept {
    const std::lock_guard lock(state_->mutex);
    if (state_->runs.empty()) return;
    state_->runs.back().seconds = seconds;
}

void Trace::set_target(Target target) {
    const std::lock_guard lock(state_->mutex);
    state_->target = std::move(target);
}

std::optional<WatchedRun> Trace::latest() const {
    const std::lock_guard lock(state_->mutex);
    if (state_->runs.empty()) return std::nullopt;
    return state_->runs.back();
}

RunReport Trace::report() const {
    const std::lock_guard lock(state_->mutex);
    return state_->runs.empty() ? RunReport{} : state_->runs.back().report();
}

std::vector<Interval> Trace::intervals() const {
    const std::lock_guard lock(state_->mutex);
    return state_->runs.empty() ? std::vector<Interval>{} : state_->runs.back().intervals;
}

double Trace::seconds() const {
    const std::lock_guard lock(state_->mutex);
    return state_->runs.empty() ? 0 : state_->runs.back().seconds;
}

std::string Trace::to_json() const {
    const std::lock_guard lock(state_->mutex);
    nlohmann::json events = nlohmann::json::array();
    nlohmann::json reports = nlohmann::json::array();
    std::set<std::pair<int, std::string>> processes;
    std::set<DeviceLane> lanes;
    for (const WatchedRun& run : state_->runs) {
        append_events(run, events);
        reports.push_back(as_json(run.report(), run));
        for (const Interval& interval : run.intervals) {
            lanes.insert(device_lane(run, interval));
            const DeviceIndex device = run.program.command(interval.command).device;
            processes.emplace(device, run.program.devices()[device].name);
        }
    }
    for (const auto& [process, text] : processes) events.push_back(naming("process_name", process, 0, text));
    for (const auto& [process, lane] : lanes)
        events.push_back(naming("thread_name", process, static_cast<int>(lane), name(lane)));
    // Names of instructions and marks are checked, but a device's may hold any bytes.
    const nlohmann::json json{{"traceEvents", std::move(events)},
                              {"displayTimeUnit", "ms"},
                              {"metadata", {{"hg_runs", std::move(reports)}}}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Trace::write(const std::string& path) const {
    const std::string temporary = path + "." + std::to_string(getpid()) + ".tmp";
    const auto fail = [&](const std::string& reason) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        throw Error(ErrorCode::io, "cannot write the trace to " + path + ": " + reason);
    };
    std::ofstream file(temporary, std::ios::binary);
    if (!file) fail("the folder does not exist or cannot be written");
    file << to_json();
    file.close();
    if (!file) fail("the disk may be full");
    std::error_code error;
    std::filesystem::rename(temporary, path, error);
    if (error) fail(error.message());
}

}  // namespace hg
