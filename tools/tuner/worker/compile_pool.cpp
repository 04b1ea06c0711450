#include "tools/tuner/worker/compile_pool.hpp"

#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg::kernels {

CompilePool::CompilePool(const std::vector<std::string>& command, int compilers, double seconds)
    : seconds_(seconds) {
    if (command.empty()) return;
    for (int i = 0; i < compilers; ++i) workers_.emplace_back(command);
    try {
        for (WorkerProcess& worker : workers_)
            threads_.emplace_back([this, &worker](const std::stop_token& stop) { serve(worker, stop); });
    } catch (const std::system_error&) {
        // The system gives no more threads: fewer kernels are compiled ahead.
    }
}

CompilePool::~CompilePool() {
    for (std::jthread& thread : threads_) thread.request_stop();
}

void CompilePool::expect(const std::vector<Candidate>& candidates) {
    if (workers_.empty()) return;
    {
        const std::lock_guard lock(mutex_);
        waiting_.clear();
        std::set<std::string> listed;
        for (const Candidate& candidate : candidates) {
            const std::string kernel = candidate.kernel.name;
            if (!seen_.contains(kernel) && listed.insert(kernel).second) waiting_.push_back(candidate);
        }
    }
    changed_.notify_all();
}

std::optional<Outcome> CompilePool::take(const Candidate& candidate) {
    const std::string kernel = candidate.kernel.name;
    std::unique_lock lock(mutex_);
    seen_.insert(kernel);
    changed_.wait(lock, [&] { return !compiling_.contains(kernel); });
    const auto fault = faults_.find(kernel);
    if (fault == faults_.end()) return std::nullopt;
    return fault->second;
}

std::int64_t CompilePool::processes_started() const noexcept {
    std::int64_t started = 0;
    for (const WorkerProcess& worker : workers_) started += worker.processes_started();
    return started;
}

/// The next kernel to compile, marked as being compiled; nothing when the pool ends.
std::optional<Candidate> CompilePool::next(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return !waiting_.empty(); }) && !stop.stop_requested()) {
        Candidate candidate = std::move(waiting_.front());
        waiting_.pop_front();
        const std::string kernel = candidate.kernel.name;
        if (!seen_.insert(kernel).second) continue;
        compiling_.insert(kernel);
        return candidate;
    }
    return std::nullopt;
}

void CompilePool::finished(const std::string& kernel, std::optional<Outcome> fault) {
    {
        const std::lock_guard lock(mutex_);
        compiling_.erase(kernel);
        if (fault) faults_.emplace(kernel, std::move(*fault));
    }
    changed_.notify_all();
}

void CompilePool::serve(WorkerProcess& worker, const std::stop_token& stop) noexcept {
    try {
        compile(worker, stop);
    } catch (const std::bad_alloc&) {
        // What this process would have compiled is compiled by the process that measures it.
    }
}

void CompilePool::compile(WorkerProcess& worker, const std::stop_token& stop) {
    while (const std::optional<Candidate> candidate = next(stop)) {
        const std::string kernel = candidate->kernel.name;
        try {
            Outcome outcome = worker.ask(*candidate, seconds_, stop);
            const bool failed = outcome.verdict != Verdict::good;
            if (failed) outcome.detail = "compiler: " + outcome.detail;
            finished(kernel, failed ? std::optional(std::move(outcome)) : std::nullopt);
        } catch (const std::exception&) {
            // Without this process, the process that measures the kernel compiles it.
            finished(kernel, std::nullopt);
            return;
        }
    }
}

}  // namespace hg::kernels
