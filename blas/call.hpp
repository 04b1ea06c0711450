#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace hg {

class CallResult;

/// The handle of an asynchronous call, as returned by gemm_async(). Any number of calls may be in flight. A
/// call starts as soon as the earlier calls that it depends on have completed (see blas/async.hpp).
///
/// A call that exit() abandons never completes. Neither does a call of the parent in a child made by fork.
/// Nothing waits for such calls, and wait() throws Error{device_lost}.
///
/// Until a call has completed, its matrices must stay in place. Meanwhile nobody else may read or write its
/// outputs, and nobody may write its inputs.
///
/// Thread-safe. Do not move or destroy a handle while another thread uses it.
class Call {
  public:
    /// Makes a handle of no call, which counts as completed with info 0.
    Call() noexcept = default;
    /// For hg's own functions: nobody else can make a CallResult.
    explicit Call(std::shared_ptr<CallResult> result) noexcept : result_(std::move(result)) {}
    /// Takes over the call of `other`, which becomes a handle of no call.
    Call(Call&& other) noexcept = default;
    /// Waits for the call that this handle held, then takes over the call of `other`.
    Call& operator=(Call&& other) noexcept;
    /// Waits for the call, so you may free its matrices next. The destructor discards the call's error: use
    /// wait() to see it.
    ~Call();

    /// Waits until the call has completed. Returns what the call returns: info for a factorization, 0 for
    /// other calls. Throws what the call throws. You can call wait() again: the outcome is the same.
    std::int64_t wait() const;
    /// Returns true if the call has completed, with or without an error. wait() then returns immediately.
    [[nodiscard]] bool test() const noexcept;

  private:
    std::shared_ptr<CallResult> result_;
};

}  // namespace hg
