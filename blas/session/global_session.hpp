#pragma once

namespace hg {

/// True if Session::global() has made its session, and started devices.
bool global_session_is_made() noexcept;

/// True if the CPU's BLAS may do calls that no device does faster before anything has made that session.
/// False if HG_HOST_BELOW is set: then all calls may be the devices'. Throws Error{device_lost} once exit()
/// has begun.
bool cpu_needs_no_session();

}  // namespace hg
