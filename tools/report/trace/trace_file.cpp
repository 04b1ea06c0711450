#include "tools/report/trace/trace_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "runtime/files/read_file.hpp"
#include "runtime/machine/trace/trace_events.hpp"
#include <hg/runtime/machine/lane.hpp>
#include <hg/runtime/program/error.hpp>

// How nlohmann-json reads a report. Notes, failures and what was measured are apart: older traces have none.
namespace hg {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PartUse, name, device, busy, bytes, flops, at_limit)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunReport, seconds, startup, drain, overlap, verdict, parts)
}  // namespace hg

namespace hgctl {
namespace {

/// Traces of millions of commands are in the gigabytes.
constexpr std::size_t kMostBytes = std::size_t{16} << 30;

TracedRun read_run(const nlohmann::json& json) {
    TracedRun run;
    run.commands = json.at("commands").get<std::size_t>();
    run.devices = json.at("devices").get<std::vector<std::string>>();
    run.begin = json.value("begin", 0.0);  // of older traces, and of those by hand
    run.report = json.get<hg::RunReport>();
    run.report.notes = json.value("notes", run.report.notes);
    run.report.failure = json.value("failure", run.report.failure);
    for (std::size_t i = 0; i < run.report.parts.size(); ++i)
        run.report.parts[i].measured = json["parts"][i].value("measured", false);
    return run;
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw hg::Error(hg::ErrorCode::invalid_argument,
                    path + ": is not a trace that hg wrote (HG_TRACE, --trace): " + reason);
}

/// What a trace says.
struct TraceContents : TracedRuns {
    nlohmann::json events;  ///< read if asked for: they are by far the most of a trace
};

/// Reads a trace whose runs are in its metadata, as --trace writes it, or among its events, as HG_TRACE does.
TraceContents contents_of(std::string_view text, bool with_events) {
    std::vector<nlohmann::json> runs;
    TraceContents contents;
    const auto keep = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
        if (depth != 2 || event != nlohmann::json::parse_event_t::object_end) return true;
        if (parsed.contains("name") && parsed["name"] == hg::kRunEvent)
            runs.push_back(std::move(parsed["args"]));
        if (parsed.contains("name") && parsed["name"] == hg::kDroppedEvent) {
            contents.dropped_runs += parsed.at("args").at("runs").get<std::uint64_t>();
            contents.dropped_events += parsed.at("args").at("events").get<std::uint64_t>();
        }
        return false;
    };
    nlohmann::json json = nlohmann::json::parse(text, keep);
    if (runs.empty()) runs = json.at("metadata").at("hg_runs").get<std::vector<nlohmann::json>>();
    for (const nlohmann::json& run : runs) contents.runs.push_back(read_run(run));
    if (with_events) contents.events = nlohmann::json::parse(text).at("traceEvents");
    return contents;
}

/// A trace may end with a piece that its process had not finished when it was killed.
TraceContents finished_contents_of(std::string_view text, bool with_events) {
    try {
        return contents_of(text, with_events);
    } catch (const nlohmann::json::parse_error& error) {
        const std::string_view finished = text.substr(0, std::max<std::size_t>(error.byte, 1) - 1);
        const std::size_t last = finished.find_last_not_of(" \n");
        if (error.byte > text.size() || last == std::string_view::npos || finished[last] != '}') throw;
        return contents_of(finished, with_events);
    }
}

TraceContents read_contents(const std::string& path, bool with_events) {
    const std::string text = hg::read_existing_file(path, kMostBytes);
    try {
        return finished_contents_of(text, with_events);
    } catch (const nlohmann::json::parse_error& error) {
        refuse(path, error.byte > text.size()
                         ? "it ends before its JSON does"
                         : "it is not JSON from byte " + std::to_string(error.byte) + " on");
    } catch (const nlohmann::json::exception&) {
        refuse(path, "it has no reports of runs, or one that lacks a figure or has one of another kind");
    }
}

/// The times of a run's commands out of the events of its trace.
class MeasuredRun {
  public:
    MeasuredRun(std::size_t commands, double begin) : known_(commands, Known::nothing), begin_(begin) {
        run_.start.assign(commands, 0);
        run_.end.assign(commands, 0);
    }

    void add(const nlohmann::json& event) {
        if (event.at("ph") != "X") return;
        const auto command = event.at("args").at("command").get<std::size_t>();
        if (command >= known_.size()) return;
        const double begin = 1e-6 * event.at("args").at("began_us").get<double>();
        const double end = 1e-6 * (event.at("ts").get<double>() + event.at("dur").get<double>()) - begin_;
        const bool in_queue = event.at("tid").get<int>() <= static_cast<int>(hg::Lane::store);
        const Known now = in_queue ? Known::queue : Known::work;
        if (now < known_[command]) return;
        const bool is_new = now > known_[command];
        known_[command] = now;
        run_.start[command] = is_new ? begin : std::min(run_.start[command], begin);
        run_.end[command] = is_new ? end : std::max(run_.end[command], end);
    }

    hg::Simulation take(double seconds) {
        run_.makespan = seconds;
        return std::move(run_);
    }

  private:
    /// What is known of a command's time, the better ones later.
    enum class Known : char { nothing, queue, work };

    hg::Simulation run_;
    std::vector<Known> known_;
    double begin_;  ///< of the run on the trace's axis, seconds
};

}  // namespace

TracedRuns read_trace(const std::string& path) {
    return read_contents(path, false);
}

hg::Simulation read_measured_run(const std::string& path, const hg::Program& program) {
    const TraceContents contents = read_contents(path, true);
    if (contents.runs.size() != 1 || contents.runs.front().commands != program.size())
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        path + ": is not a trace of one run of this program, which has " +
                            std::to_string(program.size()) + " commands");
    MeasuredRun run(program.size(), contents.runs.front().begin);
    try {
        for (const nlohmann::json& event : contents.events) run.add(event);
    } catch (const nlohmann::json::exception&) {
        refuse(path, "an event lacks a figure or has one of another kind");
    }
    return run.take(contents.runs.front().report.seconds);
}

}  // namespace hgctl
