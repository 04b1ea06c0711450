#pragma once

namespace hg {

/// Whether outputs of the calls of this thread may have changed while one of these lives: what writes them
/// notes it before. A call that failed can be made again, by whomever, only if nothing has changed. Those
/// that live at the same time are nested, and the outer ones see what the inner ones saw.
class OutputChanges {
  public:
    OutputChanges() noexcept;
    ~OutputChanges();
    OutputChanges(const OutputChanges&) = delete;
    OutputChanges& operator=(const OutputChanges&) = delete;

    /// From now on an output may hold something else than before.
    static void note() noexcept;

    [[nodiscard]] bool any() const noexcept;
    /// What has changed so far were no outputs of the call, or they are as they were.
    void forget() noexcept;

  private:
    bool before_;
};

}  // namespace hg
