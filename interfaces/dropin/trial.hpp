#pragma once

namespace hg::dropin {

/// The first call of a CPU's routine, in one thread, as long as it is not known whether that routine calls
/// libhgblas.so again, which would never end: a library before libhgblas.so may wrap it.
class Trial {
  public:
    /// `name`: the symbol, the same pointer for all its calls.
    explicit Trial(const char* name) noexcept;
    ~Trial();
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    /// True if a trial of the same name is under way in this thread.
    [[nodiscard]] bool has_come_back() const noexcept { return before_ != nullptr; }
    /// True if no call of the same name came back during this trial.
    [[nodiscard]] bool held() const noexcept { return held_; }

    /// Warns once that the calls of a symbol come back, from the library that holds `next`.
    static void warn(const char* name, const void* next) noexcept;

  private:
    const char* const name_;
    Trial* const outer_;
    Trial* before_ = nullptr;  ///< of the same name
    bool held_ = true;
};

}  // namespace hg::dropin
