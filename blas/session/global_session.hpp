#pragma once

namespace hg {

/// Returns true if Session::global() has created its session and started devices.
bool global_session_is_made() noexcept;

/// Returns true if calls for which no device is faster may run on the CPU BLAS before the session exists.
/// Returns false if HG_HOST_BELOW is set, because devices may then run any call. Throws Error{device_lost}
/// once exit() has begun.
bool cpu_needs_no_session();

}  // namespace hg
