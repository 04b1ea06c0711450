#include "tools/tuner/worker/protocol.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {
namespace {

using Json = nlohmann::json;

/// In the order of verdicts.
constexpr std::array<std::string_view, 5> kVerdicts{"good", "wrong", "rejected", "crashed", "timed_out"};
constexpr const char* kReady = "hg worker 1";

/// Drivers' messages may hold any bytes; JSON text is UTF-8.
std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The object in a line; null if there is none.
Json object_of(std::string_view line) {
    Json json = Json::parse(line, nullptr, false);
    return json.is_object() ? json : Json();
}

std::string text_of(const Json& json, const char* field) {
    const auto found = json.find(field);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t extent_of(const Json& shape, std::string_view field) {
    const auto found = shape.find(field);
    return found != shape.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
}

}  // namespace

std::string_view name(Verdict verdict) noexcept {
    return kVerdicts[static_cast<std::size_t>(verdict)];
}

std::string ready_line() {
    return line_of({{"ready", kReady}});
}

std::string began_line(const Candidate& candidate) {
    return line_of({{"began", candidate.kernel.name}});
}

std::string to_line(const Candidate& candidate) {
    const TuningProblem& problem = candidate.problem;
    Json shape = Json::object();
    for (std::size_t i = 0; i < problem.extents.size(); ++i)
        shape[std::string(problem.routine->extents.at(i))] = problem.extents[i];
    return line_of({{"kernel", candidate.kernel.name}, {"shape", shape}});
}

std::string to_line(const Candidate& candidate, const Outcome& outcome) {
    return line_of({{"kernel", candidate.kernel.name},
                    {"verdict", name(outcome.verdict)},
                    {"seconds", outcome.seconds},
                    {"detail", outcome.detail}});
}

bool is_began_line(std::string_view line, const Candidate& candidate) {
    return text_of(object_of(line), "began") == candidate.kernel.name;
}

std::optional<Candidate> parse_candidate(std::string_view line,
                                         const std::vector<const TunableRoutine*>& routines) {
    const Json json = object_of(line);
    const std::string kernel_name = text_of(json, "kernel");
    const auto shape = json.find("shape");
    if (shape == json.end() || !shape->is_object()) return std::nullopt;
    const auto routine = std::find_if(routines.begin(), routines.end(), [&](const TunableRoutine* r) {
        return kernel_name.starts_with(std::string(r->names) + "_");
    });
    if (routine == routines.end()) return std::nullopt;
    const std::optional<TunableKernel> kernel = (*routine)->parse(kernel_name);
    if (!kernel) return std::nullopt;
    Candidate candidate{*kernel, {*routine, kernel->type, kernel->operation, {}}};
    for (const std::string_view extent : (*routine)->extents) {
        candidate.problem.extents.push_back(extent_of(*shape, extent));
        if (candidate.problem.extents.back() < 1) return std::nullopt;
    }
    return candidate;
}

std::optional<Outcome> parse_outcome(std::string_view line, const Candidate& candidate) {
    const Json json = object_of(line);
    if (text_of(json, "kernel") != candidate.kernel.name) return std::nullopt;
    const std::string word = text_of(json, "verdict");
    const auto seconds = json.find("seconds");
    if (seconds == json.end() || !seconds->is_number()) return std::nullopt;
    const auto known = std::ranges::find(kVerdicts, word);
    if (known == kVerdicts.end()) return std::nullopt;
    Outcome outcome{static_cast<Verdict>(known - kVerdicts.begin()), seconds->get<double>(),
                    text_of(json, "detail")};
    if (outcome.verdict == Verdict::good && !(outcome.seconds > 0)) return std::nullopt;
    return outcome;
}

}  // namespace hg::kernels
