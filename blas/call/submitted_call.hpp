#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "runtime/machine/process_life.hpp"
#include "runtime/machine/run/work_queue.hpp"
#include <hg/blas/call.hpp>

namespace hg {

/// Submits a call that touches `regions`; `work` returns its info. The call's CallPolicy is that of this
/// thread. Throws Error{device_lost} as `life` says, and std::bad_alloc; then nothing was submitted. exit()
/// waits for submitted calls.
[[nodiscard]] Call submit_call(WorkQueue& queue, const ProcessGeneration& life,
                               std::vector<HostRegion> regions, std::function<std::int64_t()> work);

/// While it lives, calls that this thread submits are not accepted: only their arguments are checked.
class ChecksOnly {
  public:
    ChecksOnly() noexcept;
    ~ChecksOnly();
    ChecksOnly(const ChecksOnly&) = delete;
    ChecksOnly& operator=(const ChecksOnly&) = delete;
};

}  // namespace hg
