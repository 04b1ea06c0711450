#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/tuner/candidate.hpp"

namespace hg::kernels {

/// The worker's side: reads candidates from file descriptor `in`, one JSON line each, runs them with `runner`
/// and writes one JSON line each to `out`, until `in` ends. Returns the process's exit status.
int serve_candidates(int in, int out, CandidateRunner& runner);

struct WorkerOptions {
    std::vector<std::string>
        command;  ///< program and arguments of a process that calls serve_candidates(0, 1, ...)
    std::vector<std::string> compile_command;  ///< the same for one that only compiles; empty: none
    int compilers = 0;                         ///< how many of those
    double seconds = 20;                       ///< a candidate's time limit
};

/// Runs candidates in a child process: one that crashes or hangs costs this candidate and a new process.
/// expect() hands kernels to further processes that compile them into the kernel cache.
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
