#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/machine/observer.hpp"

namespace hg {

/// An observer that keeps every interval of the runs it watches, and writes them as Chrome/Perfetto JSON
/// (open in https://ui.perfetto.dev or chrome://tracing): one process per device, one track per queue, one
/// for staging copies each way, one for the device itself (its link in, its kernels, its link out).
/// Thread-safe.
class Trace : public Observer {
  public:
    Trace();
    ~Trace() override;

    void on_begin(const Program& program) noexcept override;
    void on_interval(const Interval& interval) noexcept override;
    void on_end(double seconds, bool succeeded) noexcept override;

    /// The intervals of the latest run, in no particular order.
    [[nodiscard]] std::vector<Interval> intervals() const;
    /// Seconds of the latest run.
    [[nodiscard]] double seconds() const;
    /// All runs watched so far, one after the other on the time axis.
    [[nodiscard]] std::string to_json() const;
    /// Writes to_json() to a temporary name, then renames it. Throws Error{io}.
    void write(const std::string& path) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hg
