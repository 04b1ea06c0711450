#include "kernels/tuner/worker/protocol.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace hg::kernels {
namespace {

using Json = nlohmann::json;

constexpr std::array kVerdicts{Verdict::good, Verdict::wrong, Verdict::rejected, Verdict::crashed,
                               Verdict::timed_out};
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

std::int64_t extent_of(const Json& shape, const char* field) {
    const auto found = shape.find(field);
    return found != shape.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
}

}  // namespace

std::string_view name(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::good:
            return "good";
        case Verdict::wrong:
            return "wrong";
        case Verdict::rejected:
            return "rejected";
        case Verdict::crashed:
            return "crashed";
        case Verdict::timed_out:
            return "timed_out";
    }
    return "?";
}

std::string ready_line() {
    return line_of({{"ready", kReady}});
}

std::string began_line(const Candidate& candidate) {
    return line_of({{"began", name(candidate.parameters)}});
}

std::string to_line(const Candidate& candidate) {
    const GemmShape& shape = candidate.shape;
    return line_of({{"kernel", name(candidate.parameters)},
                    {"shape", {{"m", shape.m}, {"n", shape.n}, {"k", shape.k}}}});
}

std::string to_line(const Candidate& candidate, const Outcome& outcome) {
    return line_of({{"kernel", name(candidate.parameters)},
                    {"verdict", name(outcome.verdict)},
                    {"seconds", outcome.seconds},
                    {"detail", outcome.detail}});
}

bool is_began_line(std::string_view line, const Candidate& candidate) {
    return text_of(object_of(line), "began") == name(candidate.parameters);
}

std::optional<Candidate> parse_candidate(std::string_view line) {
    const Json json = object_of(line);
    const std::optional<GemmParameters> parameters = parse_gemm(text_of(json, "kernel"));
    const auto shape = json.find("shape");
    if (!parameters || shape == json.end() || !shape->is_object()) return std::nullopt;
    Candidate candidate{*parameters,
                        {.type = parameters->type,
                         .transpose_a = parameters->transpose_a,
                         .transpose_b = parameters->transpose_b,
                         .m = extent_of(*shape, "m"),
                         .n = extent_of(*shape, "n"),
                         .k = extent_of(*shape, "k")}};
    const GemmShape& s = candidate.shape;
    if (s.m < 1 || s.n < 1 || s.k < 1) return std::nullopt;
    return candidate;
}

std::optional<Outcome> parse_outcome(std::string_view line, const Candidate& candidate) {
    const Json json = object_of(line);
    if (text_of(json, "kernel") != name(candidate.parameters)) return std::nullopt;
    const std::string word = text_of(json, "verdict");
    const auto seconds = json.find("seconds");
    if (seconds == json.end() || !seconds->is_number()) return std::nullopt;
    for (const Verdict verdict : kVerdicts)
        if (word == name(verdict)) {
            Outcome outcome{verdict, seconds->get<double>(), text_of(json, "detail")};
            if (verdict == Verdict::good && !(outcome.seconds > 0)) return std::nullopt;
            return outcome;
        }
    return std::nullopt;
}

}  // namespace hg::kernels
