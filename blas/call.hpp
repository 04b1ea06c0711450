#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace hg {

class CallResult;

/// The handle of a call under way, as gemm_async() returns it. Any number of calls may be under way. A call
/// begins as soon as the calls before it that it depends on have ended (see blas/async.hpp).
///
/// A call that exit() abandons never ends, nor does a call of the parent in a child made by fork. Nobody waits
/// for these, and wait() throws Error{device_lost}.
///
/// Until a call has ended, its matrices must stay where they are. Nobody else may read or write what it
/// writes, and nobody may write what it reads.
///
/// Thread-safe. A handle that is moved or destroyed must not be in use elsewhere.
class Call {
  public:
    /// A handle of no call: it counts as ended, with info 0.
    Call() noexcept = default;
    /// For hg's own functions, which alone can make a CallResult.
    explicit Call(std::shared_ptr<CallResult> result) noexcept : result_(std::move(result)) {}
    /// Takes the call over: `other` is then a handle of no call.
    Call(Call&& other) noexcept = default;
    /// Waits for the call that this handle held before.
    Call& operator=(Call&& other) noexcept;
    /// Waits for the call, so that its matrices may be freed next. An error of the call is lost here: call
    /// wait() to see it.
    ~Call();

    /// Waits until the call has ended. Returns what the call returns: info of a factorization, 0 of other
    /// calls. Throws what the call throws. It may be called again, with the same outcome.
    std::int64_t wait() const;
    /// True if the call has ended, with or without an error: wait() then returns at once.
    [[nodiscard]] bool test() const noexcept;

  private:
    std::shared_ptr<CallResult> result_;
};

}  // namespace hg
