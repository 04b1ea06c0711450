#pragma once

#include <pthread.h>

namespace hg {

/// Disables cancellation of the calling thread during the object's lifetime. If pthread_cancel() cancels the
/// thread before or meanwhile, it ends at its next cancellation point afterwards. glibc cancels by an
/// exception that must not be caught, which would end the process in hg's noexcept functions, or free memory
/// that other threads still use.
///
/// Costs about 20 ns. Small calls do not need it, because they reach no cancellation point.
class NoCancellation {
  public:
    NoCancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    ~NoCancellation() {
        if (before_ != PTHREAD_CANCEL_DISABLE) pthread_setcancelstate(before_, nullptr);
    }
    NoCancellation(const NoCancellation&) = delete;
    NoCancellation& operator=(const NoCancellation&) = delete;

  private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace hg
