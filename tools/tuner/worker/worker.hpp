#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/tuner/candidate.hpp"

namespace hg::kernels {

/// The worker's side: reads candidates from file descriptor `in`, one JSON line each, runs them with `runner`
/// and writes one JSON line each to `out`, until `in` ends. Returns the process's exit status.
/// A candidate that loses the device ends it: the next one deserves a process that has one.
int serve_candidates(int in, int out, CandidateRunner& runner);

/// For the head of a worker's main(): the process is killed when the thread that started it ends, so that a
/// kernel that hangs does not outlive a tuner that was interrupted.
void end_with_parent() noexcept;

struct WorkerOptions {
    std::vector<std::string>
        command;  ///< program and arguments of a process that calls serve_candidates(0, 1, ...)
    std::vector<std::string> compile_command;  ///< the same for one that only compiles; empty: none
    int compilers = 0;                         ///< how many of those
    double seconds = 20;                       ///< a candidate's time limit, and a compilation's
};

/// Runs candidates in a child process: one that crashes or hangs costs this candidate and a new process.
/// expect() hands kernels to further processes that compile them into the kernel cache; one whose compilation
/// fails, crashes or does not end there is not tried again. run() throws Error{io} if no process gets
/// ready to work. Used by one thread.
class WorkerRunner final : public CandidateRunner {
  public:
    explicit WorkerRunner(WorkerOptions options);
    ~WorkerRunner() override;

    void expect(const std::vector<Candidate>& candidates) override;
    Outcome run(const Candidate& candidate) override;
    [[nodiscard]] std::int64_t processes_started() const noexcept;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg::kernels
