#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace hg {

class CallResult;

/// A call under way, such as gemm_async() returns: its handle. Any number of calls may be under way; each
/// begins as soon as those before it that touch the same memory have ended. Until a call has ended, its
/// matrices must stay where they are, what it writes must be neither read nor written by others, and what it
/// reads not be written.
///
/// A call that exit() abandons never ends, nor does the parent's call in a child made by fork: nobody waits
/// for these, and wait() throws Error{device_lost}.
///
/// Thread-safe; a handle that is moved or destroyed must not be in use elsewhere.
class Call {
  public:
    /// No call: it has ended, with info 0.
    Call() noexcept = default;
    explicit Call(std::shared_ptr<CallResult> result) noexcept : result_(std::move(result)) {}
    Call(Call&& other) noexcept = default;
    /// Waits for the call it held.
    Call& operator=(Call&& other) noexcept;
    /// Waits for the call, whose matrices may go next. What it throws is lost: wait() tells.
    ~Call();

    /// Returns when the call has ended: what it returns (info of factorizations, 0 of others). Throws what
    /// the call throws. May be called again, and does the same.
    std::int64_t wait() const;
    /// True where the call has ended, well or not: wait() returns at once.
    [[nodiscard]] bool test() const noexcept;

  private:
    std::shared_ptr<CallResult> result_;
};

}  // namespace hg
