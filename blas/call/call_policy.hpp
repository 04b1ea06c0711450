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
        /// A call that a device would do sooner, but for the compilation of its kernels, may be the CPU's
        /// (see Session::is_worth_compiling). Calls of the same sizes may then differ in bits.
        bool compilation_counts = false;
    };

    explicit CallPolicy(const Wishes& wishes) noexcept;
    ~CallPolicy();
    CallPolicy(const CallPolicy&) = delete;
    CallPolicy& operator=(const CallPolicy&) = delete;

    /// True if devices have run a program for this thread since then.
    [[nodiscard]] bool used_devices() const noexcept;
    /// Devices have run a program for this thread.
    static void note_devices() noexcept;

    /// Of the calling thread.
    [[nodiscard]] static const Wishes& current() noexcept;

  private:
    Wishes before_;
    bool used_before_;
};

}  // namespace hg
