#include "tools/tuner/worker/worker_process.hpp"

#include <algorithm>
#include <utility>

#include "tools/tuner/worker/protocol.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using Clock = ChildProcess::Clock;
using Reading = ChildProcess::Reading;

/// A device's context takes a second or two; much longer if several processes make theirs at once.
constexpr std::chrono::seconds kStartLimit{60};
/// How soon a request to stop is noticed.
constexpr std::chrono::milliseconds kGlance{50};
constexpr int kStarts = 2;

Clock::time_point after(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string quoted(std::string text) {
    constexpr std::size_t kMost = 80;
    if (text.size() > kMost) text = text.substr(0, kMost) + "...";
    return "'" + text + "'";
}

}  // namespace

WorkerProcess::WorkerProcess(std::vector<std::string> command) : command_(std::move(command)) {}

ChildProcess::Line WorkerProcess::read(Deadline deadline, const std::stop_token& stop) {
    while (true) {
        const Deadline glance = stop.stop_possible() ? std::min(deadline, Clock::now() + kGlance) : deadline;
        ChildProcess::Line line = process_->read_line(glance);
        if (line.reading != Reading::timed_out || glance == deadline || stop.stop_requested()) return line;
    }
}

/// Starts a process; empty if it says that it is ready, otherwise what it did instead.
std::string WorkerProcess::get_ready(const std::stop_token& stop) {
    ++started_;
    process_ = std::make_unique<ChildProcess>(command_);
    const ChildProcess::Line line = read(Clock::now() + kStartLimit, stop);
    if (line.reading == Reading::line && line.text == ready_line()) return {};
    return drop(line, "before it was ready").detail;
}

void WorkerProcess::start(const std::stop_token& stop) {
    std::string fault = "stopped";
    for (int attempt = 0; attempt < kStarts && !process_ && !stop.stop_requested(); ++attempt)
        fault = get_ready(stop);
    if (!process_) throw Error(ErrorCode::io, "the tuning process " + command_.front() + " " + fault);
}

/// Ends the process for what it did, or did not do.
Outcome WorkerProcess::drop(const ChildProcess::Line& line, const std::string& when) {
    const std::string end = process_->stop();
    process_.reset();
    switch (line.reading) {
        case Reading::ended:
            return {Verdict::crashed, 0, "ended with " + end + " " + when};
        case Reading::timed_out:
            return {Verdict::timed_out, 0, "was stopped at its time limit " + when};
        case Reading::line:
            return {Verdict::crashed, 0, "wrote " + quoted(line.text) + " " + when};
        case Reading::too_long:
            break;
    }
    return {Verdict::crashed, 0, "wrote a line without end " + when};
}

Outcome WorkerProcess::finish(const Candidate& candidate, Deadline deadline, const std::stop_token& stop) {
    const ChildProcess::Line line = read(deadline, stop);
    if (line.reading == Reading::line)
        if (std::optional<Outcome> outcome = parse_outcome(line.text, candidate)) {
            // The device of a process that says so is lost to it.
            if (outcome->verdict == Verdict::crashed) process_.reset();
            return *outcome;
        }
    return drop(line, "instead of measuring");
}

Outcome WorkerProcess::ask(const Candidate& candidate, double seconds, const std::stop_token& stop) {
    Outcome outcome;
    for (int attempt = 0; attempt < kStarts; ++attempt) {
        if (!process_) start(stop);
        const Deadline deadline = after(seconds);
        ChildProcess::Line line;
        if (process_->write_line(to_line(candidate))) line = read(deadline, stop);
        if (line.reading == Reading::line && is_began_line(line.text, candidate))
            return finish(candidate, deadline, stop);
        outcome = drop(line, "before it read the candidate");
        if (line.reading != Reading::ended) break;
    }
    return outcome;
}

}  // namespace hg::kernels
