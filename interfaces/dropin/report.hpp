#pragma once

#include "interfaces/dropin/offload.hpp"

namespace hg::dropin {

/// Times one call for the report, if one is asked for. What calls inside it take is not counted twice:
/// LAPACK calls BLAS.
class TimedCall {
  public:
    explicit TimedCall(const Work& work) noexcept;
    ~TimedCall();
    TimedCall(const TimedCall&) = delete;
    TimedCall& operator=(const TimedCall&) = delete;

    /// It ran on devices.
    void offloaded() noexcept { offloaded_ = true; }

  private:
    Work work_;
    bool offloaded_ = false;
    double begin_ = 0;
    double outer_inside_ = 0;  ///< seconds of calls inside the one around this
};

}  // namespace hg::dropin
