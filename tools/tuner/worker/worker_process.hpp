#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "tools/tuner/candidate.hpp"
#include "tools/tuner/worker/child_process.hpp"

namespace hg::kernels {

/// A worker that lives in a child process, started when it is first asked and again whenever it died or had
/// to be stopped. Asked by one thread.
class WorkerProcess {
  public:
    /// `command` is that of a process which calls serve_candidates(0, 1, ...).
    explicit WorkerProcess(std::vector<std::string> command);

    /// The candidate's outcome, after `seconds` at most once the process is ready for it. A candidate that
    /// the process did not get to read is given to a second one. Throws Error{io} if no process gets
    /// ready. When a stop is requested the answer comes soon, and is timed_out.
    Outcome ask(const Candidate& candidate, double seconds, const std::stop_token& stop = {});

    /// Thread-safe.
    [[nodiscard]] std::int64_t processes_started() const noexcept { return started_; }

  private:
    using Deadline = ChildProcess::Clock::time_point;

    void start(const std::stop_token& stop);
    std::string get_ready(const std::stop_token& stop);
    ChildProcess::Line read(Deadline deadline, const std::stop_token& stop);
    Outcome finish(const Candidate& candidate, Deadline deadline, const std::stop_token& stop);
    Outcome drop(const ChildProcess::Line& line, const std::string& when);

    std::vector<std::string> command_;
    std::unique_ptr<ChildProcess> process_;
    std::atomic<std::int64_t> started_{0};
};

}  // namespace hg::kernels
