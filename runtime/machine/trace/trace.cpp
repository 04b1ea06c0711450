#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "runtime/files/atomic_file.hpp"
#include "runtime/files/owned_json.hpp"
#include "runtime/machine/device/device_clock.hpp"
#include "runtime/program/simulate/timing.hpp"
#include <hg/runtime/machine/trace.hpp>

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

/// Viewers want the events of a track to follow each other. If commands are under way together, each is
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

void append_events(const std::vector<const WatchedRun*>& runs, nlohmann::json& events) {
    std::vector<std::pair<const WatchedRun*, const Interval*>> sorted;
    for (const WatchedRun* run : runs)
        for (const Interval& interval : run->intervals) sorted.emplace_back(run, &interval);
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.first->begin + a.second->end < b.first->begin + b.second->end;
    });
    std::map<DeviceLane, double> ends;
    for (const auto& [run, interval] : sorted) {
        double& end = ends[device_lane(*run, *interval)];
        events.push_back(event(*run, *interval, end - run->begin));
        end = run->begin + interval->end;
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

/// Rates of nothing: each program's devices are taken as it was built for them.
Target no_target() {
    Target target;
    target.host_copy_rate = kFastestRate;
    return target;
}

}  // namespace

struct Trace::State {
    // These need the mutex.
    WatchedRun* find(std::uint64_t number) {
        const auto found = std::find_if(runs.rbegin(), runs.rend(),
                                        [&](const WatchedRun& run) { return run.number == number; });
        return found == runs.rend() ? nullptr : &*found;
    }
    [[nodiscard]] std::vector<const WatchedRun*> ended() const {
        std::vector<const WatchedRun*> list;
        for (const WatchedRun& run : runs)
            if (run.seconds >= 0) list.push_back(&run);
        return list;
    }
    [[nodiscard]] const WatchedRun* latest() const {
        const std::vector<const WatchedRun*> list = ended();
        return list.empty() ? nullptr : list.back();
    }

    mutable std::mutex mutex;
    std::vector<WatchedRun> runs;
    int under_way = 0;
    std::int64_t zero_ns = 0;  ///< when the axis begins, for runs that are under way together
    double end = 0;            ///< of the runs that have ended, on the axis
    Target target = no_target();
};

Trace::Trace() : state_(std::make_unique<State>()) {}
Trace::~Trace() = default;

// Memory for a trace that cannot be had leaves the trace incomplete; the run goes on.
void Trace::on_begin(std::uint64_t run, const Program& program) noexcept {
    const std::lock_guard lock(state_->mutex);
    try {
        WatchedRun watched{.number = run, .program = program, .seconds = -1, .target = state_->target};
        const std::int64_t now = host_now_ns();
        if (state_->under_way == 0) state_->zero_ns = now - static_cast<std::int64_t>(1e9 * state_->end);
        watched.begin = 1e-9 * static_cast<double>(now - state_->zero_ns);
        watched.intervals.reserve(3 * program.size());
        state_->runs.push_back(std::move(watched));
        ++state_->under_way;
    } catch (const std::exception&) {
    }
}

void Trace::on_interval(const Interval& interval) noexcept {
    const std::lock_guard lock(state_->mutex);
    WatchedRun* const run = state_->find(interval.run);
    if (!run) return;
    try {
        run->intervals.push_back(interval);
    } catch (const std::exception&) {
    }
}

void Trace::on_end(std::uint64_t run, double seconds, bool /*succeeded*/) noexcept {
    const std::lock_guard lock(state_->mutex);
    WatchedRun* const watched = state_->find(run);
    if (!watched) return;
    watched->seconds = seconds;
    state_->end = std::max(state_->end, watched->begin + seconds);
    --state_->under_way;
}

void Trace::set_target(Target target) {
    const std::lock_guard lock(state_->mutex);
    state_->target = std::move(target);
}

std::optional<WatchedRun> Trace::latest() const {
    const std::lock_guard lock(state_->mutex);
    const WatchedRun* const run = state_->latest();
    return run ? std::optional(*run) : std::nullopt;
}

RunReport Trace::report() const {
    const std::lock_guard lock(state_->mutex);
    const WatchedRun* const run = state_->latest();
    return run ? run->report() : RunReport{};
}

std::vector<Interval> Trace::intervals() const {
    const std::lock_guard lock(state_->mutex);
    const WatchedRun* const run = state_->latest();
    return run ? run->intervals : std::vector<Interval>{};
}

double Trace::seconds() const {
    const std::lock_guard lock(state_->mutex);
    const WatchedRun* const run = state_->latest();
    return run ? run->seconds : 0;
}

std::string Trace::to_json() const {
    const std::lock_guard lock(state_->mutex);
    OwnedJson events(nlohmann::json::array());
    OwnedJson reports(nlohmann::json::array());
    std::set<std::pair<int, std::string>> processes;
    std::set<DeviceLane> lanes;
    const std::vector<const WatchedRun*> runs = state_->ended();
    append_events(runs, *events);
    for (const WatchedRun* run : runs) {
        reports->push_back(as_json(run->report(), *run));
        for (const Interval& interval : run->intervals) {
            lanes.insert(device_lane(*run, interval));
            const DeviceIndex device = run->program.command(interval.command).device;
            processes.emplace(device, run->program.devices()[device].name);
        }
    }
    for (const auto& [process, text] : processes) events->push_back(naming("process_name", process, 0, text));
    for (const auto& [process, lane] : lanes)
        events->push_back(naming("thread_name", process, static_cast<int>(lane), name(lane)));
    // Names of instructions and marks are checked, but a device's may hold any bytes.
    OwnedJson json(nlohmann::json{
        {"traceEvents", nullptr}, {"displayTimeUnit", "ms"}, {"metadata", {{"hg_runs", nullptr}}}});
    (*json)["traceEvents"].swap(*events);
    (*json)["metadata"]["hg_runs"].swap(*reports);
    return json->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Trace::write(const std::string& path) const {
    replace_file(path, to_json());
}

}  // namespace hg
