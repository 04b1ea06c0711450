#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace hgctl {

/// Seconds that a library took for a graph of empty tasks.
struct TaskTimes {
    std::optional<double> build;  ///< of the graph, before it runs; none if it is built while it runs
    double run = 0;               ///< from then on until all tasks have ended

    [[nodiscard]] double together() const noexcept { return build.value_or(0) + run; }
};

/// Another library that runs graphs of tasks, with its workers started. Loaded at run time, or built in if it has headers
/// alone; hg does not depend on it. One of a name lives at a time.
class TaskPeer {
  public:
    TaskPeer() = default;
    TaskPeer(const TaskPeer&) = delete;
    TaskPeer& operator=(const TaskPeer&) = delete;
    virtual ~TaskPeer() = default;

    /// With its settings: "starpu", "taskflow".
    [[nodiscard]] virtual std::string name() const = 0;
    /// Builds the graph of for_each_cholesky_task(tiles) with empty tasks, and runs it once. Throws
    /// hg::Error{device_failed}.
    virtual TaskTimes run(std::size_t tiles) = 0;
};

}  // namespace hgctl
