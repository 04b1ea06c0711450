#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tools/tuner/candidate.hpp"
#include "tools/tuner/worker/worker_process.hpp"

namespace hg::kernels {

/// Processes that compile kernels into the kernel cache ahead of their measurement, each served
/// by a thread. Thread-safe.
class CompilePool {
  public:
    /// `compilers` processes of `command`, none if either is empty; a kernel may take `seconds`. Fewer if
    /// the system gives no more threads.
    CompilePool(const std::vector<std::string>& command, int compilers, double seconds);
    ~CompilePool();
    CompilePool(const CompilePool&) = delete;
    CompilePool& operator=(const CompilePool&) = delete;

    /// What to compile next, in this order, in place of all that still waits. Kernels that were compiled or
    /// taken once are left out.
    void expect(const std::vector<Candidate>& candidates);
    /// Before a candidate is measured: it need not be compiled any more. Waits if it is being compiled
    /// just now. An outcome if the compiler refused it, crashed or did not return; else nothing.
    std::optional<Outcome> take(const Candidate& candidate);

    [[nodiscard]] std::int64_t processes_started() const noexcept;

  private:
    void serve(WorkerProcess& worker, const std::stop_token& stop) noexcept;
    void compile(WorkerProcess& worker, const std::stop_token& stop);
    std::optional<Candidate> next(const std::stop_token& stop);
    void finished(const std::string& kernel, std::optional<Outcome> fault);

    double seconds_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Candidate> waiting_;
    std::set<std::string> seen_;       ///< kernels that were compiled, are being, or were taken
    std::set<std::string> compiling_;  ///< those of them under way
    std::map<std::string, Outcome> faults_;
    std::deque<WorkerProcess> workers_;
    std::vector<std::jthread> threads_;  ///< last: they use all of the above
};

}  // namespace hg::kernels
