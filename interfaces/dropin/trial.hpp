#pragma once

namespace hg::dropin {

/// A thread's first call of a CPU routine. It finds out whether the routine calls libhgblas.so again, which
/// would never end: a library before libhgblas.so in the search order may wrap the routine.
class Trial {
  public:
    /// `name`: the symbol, by the same pointer in all its calls.
    explicit Trial(const char* name) noexcept;
    ~Trial();
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    /// Returns true if a trial of the same name is already running in this thread.
    [[nodiscard]] bool has_come_back() const noexcept { return before_ != nullptr; }
    /// Returns true if no call of the same name came back during this trial.
    [[nodiscard]] bool held() const noexcept { return held_; }

    /// Warns once that calls of a symbol come back from the library that contains `next`.
    static void warn(const char* name, const void* next) noexcept;

  private:
    const char* const name_;
    Trial* const outer_;
    Trial* before_ = nullptr;  ///< an earlier trial of the same name
    bool held_ = true;
};

}  // namespace hg::dropin
