#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <string>

#include <hg/runtime/machine/trace.hpp>

namespace hg {

/// The trace of all runs that HG_TRACE asks for, written after each run. A failure never stops a run: it
/// costs one warning in the log and the trace from then on. Thread-safe.
class AdvisoryTrace {
  public:
    /// `path` empty: none is wanted.
    explicit AdvisoryTrace(std::string path) : path_(std::move(path)), wanted_(!path_.empty()) {}

    [[nodiscard]] bool wanted() const noexcept { return wanted_; }
    [[nodiscard]] Trace& trace() noexcept { return trace_; }

    /// Does work for the trace, work(trace()).
    template <class Work>
    void attempt(Work work) noexcept {
        try {
            if (wanted_) work(trace_);
        } catch (const std::exception& error) {
            give_up(error);
        }
    }
    /// Writes the file.
    void write() noexcept;

  private:
    void give_up(const std::exception& error) noexcept;

    const std::string path_;
    std::atomic<bool> wanted_;
    Trace trace_;
    std::mutex writing_;  ///< one thread at a time writes the file
};

}  // namespace hg
