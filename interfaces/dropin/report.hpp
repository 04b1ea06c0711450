#pragma once

#include "interfaces/dropin/offload.hpp"

namespace hg::dropin {

/// Times a call for the report, if a report is requested. The time of inner calls, such as LAPACK's calls of
/// BLAS, is not counted twice.
class TimedCall {
  public:
    explicit TimedCall(const Work& work) noexcept;
    ~TimedCall();
    TimedCall(const TimedCall&) = delete;
    TimedCall& operator=(const TimedCall&) = delete;

    /// Notes that the call ran on devices.
    void offloaded() noexcept { offloaded_ = true; }

  private:
    Work work_;
    bool offloaded_ = false;
    double begin_ = 0;
    double outer_inside_ = 0;  ///< seconds of the calls that the enclosing call has made
};

}  // namespace hg::dropin
