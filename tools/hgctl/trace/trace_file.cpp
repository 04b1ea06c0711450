#include "tools/hgctl/trace/trace_file.hpp"

#include <nlohmann/json.hpp>

#include "runtime/files/read_file.hpp"
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
    for (const nlohmann::json& part : json.at("parts")) run.report.parts.push_back(read_part(part));
    return run;
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw hg::Error(hg::ErrorCode::invalid_argument,
                    path + ": is no trace that hg wrote (HG_TRACE, --trace): " + reason);
}

}  // namespace

std::vector<TracedRun> read_trace(const std::string& path) {
    const std::string text = hg::read_existing_file(path, kMostBytes);
    try {
        // Events are by far the most of it; they are not kept.
        const auto keep = [](int depth, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
            return depth != 1 || event != nlohmann::json::parse_event_t::key || parsed != "traceEvents";
        };
        const nlohmann::json json = nlohmann::json::parse(text, keep);
        std::vector<TracedRun> runs;
        for (const nlohmann::json& run : json.at("metadata").at("hg_runs")) runs.push_back(read_run(run));
        return runs;
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

}  // namespace hgctl
