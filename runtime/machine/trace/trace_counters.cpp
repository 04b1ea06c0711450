#include "runtime/machine/trace/trace_counters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "runtime/machine/trace/json_text.hpp"
#include <hg/runtime/machine/lane.hpp>

namespace hg {
namespace {

/// By Counter.
constexpr std::array<std::string_view, 4> kNames{"device memory of registers (MB)", "link in (GB/s)",
                                                 "link out (GB/s)", "host copies (GB/s)"};
constexpr std::array<double, 4> kUnits{1e6, 1e9, 1e9, 1e9};

void append_value(int device, std::size_t counter, double seconds, double value, std::string& text) {
    json_text::begin_element(text);
    text += "\"ph\":\"C\",";
    json_text::append_member(text, "name", kNames[counter]);
    json_text::append_member(text, "pid", device);
    text += "\"ts\":";
    json_text::append_us(text, seconds);
    text += ",\"args\":{\"value\":";
    // Three digits are more than a picture shows.
    json_text::append(text, std::round(1e3 * value / kUnits[counter]) / 1e3);
    text += "}}";
}

}  // namespace

void TraceCounters::append(const std::vector<const WatchedRun*>& runs,
                           const std::vector<std::vector<RegisterUse>>& uses, std::string& text) {
    Spans spans;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        add_rates(*runs[i], spans);
        add_memory(*runs[i], uses[i], spans);
    }
    for (const auto& [key, list] : spans) append_values(key, list, text);
}

void TraceCounters::add_rates(const WatchedRun& run, Spans& spans) {
    for (const Interval& interval : run.intervals) {
        if (interval.bytes <= 0 || interval.track == Track::queue) continue;
        const Command& command = run.program.command(interval.command);
        const bool out = command.operation == Operation::store;
        const Counter counter = interval.track == Track::copy ? Counter::copies
                                : out                         ? Counter::link_out
                                                              : Counter::link_in;
        const double seconds = std::max(interval.end - interval.begin, 1e-9);
        spans[{command.device, counter}].push_back({run.begin + interval.begin,
                                                    run.begin + interval.begin + seconds,
                                                    static_cast<double>(interval.bytes) / seconds});
    }
}

void TraceCounters::add_memory(const WatchedRun& run, const std::vector<RegisterUse>& uses, Spans& spans) {
    for (std::size_t i = 0; i < uses.size(); ++i)
        if (uses[i].used) {
            const Register& used = run.program.registers()[i];
            spans[{used.device, Counter::memory}].push_back(
                {run.begin + uses[i].begin, run.begin + uses[i].end, static_cast<double>(used.bytes())});
        }
}

void TraceCounters::append_values(const Key& key, const std::vector<Span>& spans, std::string& text) {
    const auto& [device, counter] = key;
    double begin = spans.front().begin;
    double end = spans.front().end;
    for (const Span& span : spans) {
        begin = std::min(begin, span.begin);
        end = std::max(end, span.end);
    }
    double& last = ends_[key];
    begin = std::max(begin, last);
    if (end <= begin) return;
    const auto count = std::clamp(2 * static_cast<int>(std::min<std::size_t>(spans.size(), kMost)), 1, kMost);
    const double width = (end - begin) / count;
    std::vector<double> values(static_cast<std::size_t>(count));
    for (const Span& span : spans) {
        const int first = std::clamp(static_cast<int>((span.begin - begin) / width), 0, count - 1);
        const int past = std::clamp(static_cast<int>((span.end - begin) / width), 0, count - 1);
        for (int i = first; i <= past; ++i) {
            const double overlap =
                std::min(span.end, begin + (i + 1) * width) - std::max(span.begin, begin + i * width);
            values[static_cast<std::size_t>(i)] += std::max(0.0, overlap) / width * span.value;
        }
    }
    double shown = -1;
    for (int i = 0; i < count; ++i)
        if (const double value = values[static_cast<std::size_t>(i)]; value != shown) {
            append_value(device, static_cast<std::size_t>(counter), begin + i * width, value, text);
            shown = value;
        }
    append_value(device, static_cast<std::size_t>(counter), end, 0, text);
    last = end;
}

}  // namespace hg
