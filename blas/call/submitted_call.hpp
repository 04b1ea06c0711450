#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/machine/process_life.hpp"
#include "runtime/machine/run/work_queue.hpp"
#include <hg/blas/call.hpp>

namespace hg {

/// Submits a call that touches `regions`; `work` returns its info. The call has this thread's CallPolicy.
/// Throws Error{device_lost} if the process generation `life` has ended, and std::bad_alloc; then nothing was
/// submitted. exit() waits for submitted calls.
[[nodiscard]] Call submit_call(WorkQueue& queue, const ProcessGeneration& life,
                               std::vector<HostRegion> regions, std::function<std::int64_t()> work);

/// During the object's lifetime, calls that this thread submits only check their arguments.
class ChecksOnly {
  public:
    ChecksOnly() noexcept;
    ~ChecksOnly();
    ChecksOnly(const ChecksOnly&) = delete;
    ChecksOnly& operator=(const ChecksOnly&) = delete;
};

}  // namespace hg
