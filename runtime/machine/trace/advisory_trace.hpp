#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <string>

#include <hg/runtime/machine/trace.hpp>

namespace hg {

/// The trace of all runs that HG_TRACE asks for, written after each run. A failure to write it never stops a
/// run: it costs one warning in the log and the trace from then on. Thread-safe.
class AdvisoryTrace {
  public:
    /// The one for the file that HG_TRACE now names. All sessions and machines that are made under that name
    /// share it, and it is never destroyed.
    static AdvisoryTrace& of_environment();

    /// `path` empty: none is wanted.
    explicit AdvisoryTrace(std::string path) : path_(std::move(path)), wanted_(!path_.empty()) {}

    /// The target that the program of a run was built for.
    using TargetOfRun = std::function<const Target&()>;
    /// A run that tells the observer, which may be null.
    using ObservedRun = std::function<void(Observer* observer)>;

    /// Makes a run that `observer`, if not null, and the trace watch. Throws what the run throws.
    void watch(Observer* observer, const TargetOfRun& target, const ObservedRun& run);

  private:
    /// Does work for the trace, if it is wanted.
    template <class Work>
    void attempt(const Work& work) noexcept {
        try {
            if (wanted_) work();
        } catch (const std::exception& error) {
            give_up(error);
        }
    }
    void give_up(const std::exception& error) noexcept;

    const std::string path_;
    std::atomic<bool> wanted_;
    Trace trace_;
    std::mutex writing_;  ///< one thread at a time writes the file
};

}  // namespace hg
