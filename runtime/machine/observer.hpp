#pragma once

#include <cstdint>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Where a span of time was spent.
enum class Track : std::uint8_t {
    queue,  ///< a command, from its start in its queue to its end
    copy,   ///< a staging copy between the caller's memory and pinned memory, by the host
    device  ///< what the device itself reports: a transfer on its link, or a kernel
};

/// A piece of work that a run did. Times are seconds since the run began.
struct Interval {
    std::uint64_t run = 0;       ///< number of the run; no two runs of a process have the same
    CommandId command{};         ///< that the work was done for
    Track track = Track::queue;  ///< where
    double begin = 0;            ///< seconds
    double end = 0;              ///< seconds
    std::int64_t bytes = 0;      ///< moved, for copies and transfers
};

/// Watches runs. on_interval is called from the machine's threads, from several at once. The other functions
/// are called from the thread that calls run(). The number of a run tells it from others that are under way
/// at the same time. An observer must not throw.
class Observer {
  public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    /// A run begins. The program stays until on_end().
    virtual void on_begin(std::uint64_t /*run*/, const Program& /*program*/) noexcept {}
    /// A piece of work has ended.
    virtual void on_interval(const Interval& /*interval*/) noexcept {}
    /// `seconds` since on_begin; `succeeded` is false if the run throws.
    virtual void on_end(std::uint64_t /*run*/, double /*seconds*/, bool /*succeeded*/) noexcept {}
};

}  // namespace hg
