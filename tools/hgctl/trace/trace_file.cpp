#include "tools/hgctl/trace/trace_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "runtime/files/read_file.hpp"
#include <hg/runtime/machine/lane.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// Traces of millions of commands are in the gigabytes.
constexpr std::size_t kMostBytes = std::size_t{16} << 30;

hg::PartUse read_part(const nlohmann::json& json) {
    return {.name = json.at("name").get<std::string>(),
            .device = json.at("device").get<int>(),
            .busy = json.at("busy").get<double>(),
            .bytes = json.at("bytes").get<double>(),
            .flops = json.at("flops").get<double>(),
            .at_limit = json.at("at_limit").get<double>()};
}

TracedRun read_run(const nlohmann::json& json) {
    TracedRun run;
    run.commands = json.at("commands").get<std::size_t>();
    run.devices = json.at("devices").get<std::vector<std::string>>();
    run.report.seconds = json.at("seconds").get<double>();
    run.report.startup = json.at("startup").get<double>();
    run.report.drain = json.at("drain").get<double>();
    run.report.overlap = json.at("overlap").get<double>();
    run.report.verdict = json.at("verdict").get<std::string>();
    run.report.notes = json.value("notes", run.report.notes);  // older traces have none
    for (const nlohmann::json& part : json.at("parts")) run.report.parts.push_back(read_part(part));
    return run;
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw hg::Error(hg::ErrorCode::invalid_argument,
                    path + ": is no trace that hg wrote (HG_TRACE, --trace): " + reason);
}

/// Calls read(json) with the trace; its events are left out unless `with_events`: they are by far the most of it.
template <class Read>
void read_json(const std::string& path, bool with_events, const Read& read) {
    const std::string text = hg::read_existing_file(path, kMostBytes);
    try {
        const auto keep = [&](int depth, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
            return with_events || depth != 1 || event != nlohmann::json::parse_event_t::key ||
                   parsed != "traceEvents";
        };
        read(nlohmann::json::parse(text, keep));
    } catch (const nlohmann::json::parse_error& error) {
        refuse(path, error.byte > text.size()
                         ? "it ends before its JSON does"
                         : "it is no JSON from byte " + std::to_string(error.byte) + " on");
    } catch (const nlohmann::json::exception&) {
        refuse(path,
               "its list metadata.hg_runs is not there, or a run in it lacks a figure or has one of another "
               "kind");
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

std::vector<TracedRun> read_trace(const std::string& path) {
    std::vector<TracedRun> runs;
    read_json(path, false, [&](const nlohmann::json& json) {
        for (const nlohmann::json& run : json.at("metadata").at("hg_runs")) runs.push_back(read_run(run));
    });
    return runs;
}

hg::Simulation read_measured_run(const std::string& path, const hg::Program& program) {
    hg::Simulation result;
    read_json(path, true, [&](const nlohmann::json& json) {
        const nlohmann::json& runs = json.at("metadata").at("hg_runs");
        if (runs.size() != 1 || runs.front().at("commands").get<std::size_t>() != program.size())
            throw hg::Error(hg::ErrorCode::invalid_argument,
                            path + ": is no trace of one run of this program, which has " +
                                std::to_string(program.size()) + " commands");
        MeasuredRun run(program.size(), runs.front().at("begin").get<double>());
        for (const nlohmann::json& event : json.at("traceEvents")) run.add(event);
        result = run.take(runs.front().at("seconds").get<double>());
    });
    return result;
}

}  // namespace hgctl
