#pragma once

#include <cstdint>

#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The place where a span of time was spent.
enum class Track : std::uint8_t {
    queue,  ///< a command, from its start in its queue to its completion
    copy,   ///< a staging copy by the host between the caller's memory and pinned memory
    device  ///< a transfer on the link or a kernel, as the device reports it
};

/// A piece of work in a run. Times are seconds since the run began.
struct Interval {
    std::uint64_t run = 0;       ///< number of the run, unique in the process
    CommandId command{};         ///< the command that the work was done for
    Track track = Track::queue;  ///< where the time was spent
    double begin = 0;            ///< seconds
    double end = 0;              ///< seconds
    std::int64_t bytes = 0;      ///< bytes moved, for copies and transfers
};

/// Observes runs. The machine calls on_interval from its threads, several of them concurrently. The other
/// functions are called from the thread that calls run(). The run's number distinguishes it from other runs
/// in flight at the same time. An observer must not throw.
class Observer {
  public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    /// A run begins. The program stays valid until on_end().
    virtual void on_begin(std::uint64_t /*run*/, const Program& /*program*/) noexcept {}
    /// A piece of work has completed.
    virtual void on_interval(const Interval& /*interval*/) noexcept {}
    /// A run that has begun fails with `error`, which names the device and the command. on_end() follows.
    virtual void on_failure(std::uint64_t /*run*/, const Error& /*error*/) noexcept {}
    /// A run has completed `seconds` after on_begin; `succeeded` is false if the run throws.
    virtual void on_end(std::uint64_t /*run*/, double /*seconds*/, bool /*succeeded*/) noexcept {}
};

}  // namespace hg
