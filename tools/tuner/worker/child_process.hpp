#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hg::kernels {

/// A child process that is talked to in lines: write_line() reaches its standard input, read_line() takes
/// from its standard output; its standard error goes nowhere, and it inherits no other descriptor. It leads a
/// process group of its own, which the destructor kills and reaps. Not thread-safe.
class ChildProcess {
  public:
    using Clock = std::chrono::steady_clock;

    enum class Reading : std::uint8_t { line, ended, timed_out, too_long };
    struct Line {
        Reading reading = Reading::ended;
        std::string text;  ///< without its end; only for Reading::line
    };

    /// Starts `command`: program (found on PATH if it has no slash) and arguments.
    /// Throws Error{invalid_argument} if it is empty, Error{io} if it cannot be started.
    explicit ChildProcess(const std::vector<std::string>& command);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// False if the child does not take it: it ended, or has left earlier lines unread. Raises no SIGPIPE.
    bool write_line(std::string_view text) noexcept;
    /// The next line; waits until `deadline` at most.
    Line read_line(Clock::time_point deadline);
    /// Kills the process group, reaps the child, and says how it ended: "exit status 3", "signal 11
    /// (Segmentation fault)". A child that had ended before keeps its own end.
    std::string stop();

  private:
    [[nodiscard]] bool take_line(std::string& text);
    [[nodiscard]] std::optional<Reading> receive(Clock::time_point deadline);
    void reap() noexcept;

    pid_t pid_ = -1;
    int socket_ = -1;
    int status_ = 0;
    std::string received_;  ///< what came after the last line that was read
};

/// Kills the children of this process that a ChildProcess holds, with their groups, and waits a second at
/// most until they have ended: then they write no more files. For the handler of a signal that ends the
/// process: async-signal-safe.
void kill_child_processes() noexcept;

}  // namespace hg::kernels
