#pragma once

#include <cstdint>

namespace hg {

class Session;

/// Pins `bytes` bytes of your own memory at `data` until you unregister them. As with a HostBuffer, transfers
/// to and from matrices in this range need no staging. The contents are unchanged. The memory remains yours:
/// unregister it before you free it.
///
/// Register memory that many calls use. Pinning takes 0.05 s per GiB with one GPU in the process and 0.15 s
/// with eight (measured, NVIDIA H200). That is more than it saves in a call that uses each element once.
/// Several matrices may be in one range. A matrix that extends beyond the range is staged.
///
/// If no device can pin the memory, as on the host device, calls work as if it were not registered. If a
/// device is lost while it stores into pinned memory, C may be partially written: see gemm().
///
/// Throws Error{invalid_argument}, with the number and the name of the wrong argument, if `data` is null; if
/// bytes < 1; if the process has no memory at some address of the range; or if all or part of the range is
/// already registered or in a HostBuffer. Thread-safe. Waits for runs in flight.
void register_memory(const void* data, std::int64_t bytes);                    ///< process-wide session
void register_memory(Session& session, const void* data, std::int64_t bytes);  ///< on one session

/// Ends the registration of the range that begins at `data`. Throws Error{invalid_argument} if there is none.
/// Thread-safe. Waits for runs in flight.
void unregister_memory(const void* data);                    ///< process-wide session
void unregister_memory(Session& session, const void* data);  ///< on one session

}  // namespace hg
