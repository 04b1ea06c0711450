#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace hgctl {

/// One line on standard error that shows how far work has come; nothing if that is not a terminal. The
/// line is wiped by the destructor. Thread-safe.
class ProgressBar {
  public:
    ProgressBar(std::string what, std::size_t steps);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void advance() noexcept;
    /// Says what is being done now, in a few words.
    void say(const std::string& what);
    /// Shows a note behind what this process's bar says, until the next note; null: none.
    static void note(const char* text) noexcept;
    /// Says what is being done, what share of the whole is done, and how long the rest will take.
    void reach(double share, double seconds_left, const std::string& what);

  private:
    void draw();  ///< The caller holds the lock of the screen.

    const bool shown_;
    std::string what_;
    std::size_t done_ = 0;
    std::size_t steps_;
    std::chrono::steady_clock::time_point drawn_{};
};

}  // namespace hgctl
