#pragma once

namespace hg {

/// What a thread wants of the calls that it makes while an object of this class lives. Afterwards what it
/// wanted before holds again.
class CallPolicy {
  public:
    struct Wishes {
        /// Calls go to the devices even if the CPU's BLAS would do them sooner.
        bool devices_only = false;
        /// What no device could do the CPU's BLAS does in the calling thread: calls throw only for wrong
        /// arguments, and if outputs are spoilt (see ErrorContext::spoilt).
        bool cpu_finishes = false;
    };

    explicit CallPolicy(const Wishes& wishes) noexcept;
    ~CallPolicy();
    CallPolicy(const CallPolicy&) = delete;
    CallPolicy& operator=(const CallPolicy&) = delete;

    /// Of the calling thread.
    [[nodiscard]] static const Wishes& current() noexcept;

  private:
    Wishes before_;
};

}  // namespace hg
