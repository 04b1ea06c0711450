#pragma once

namespace hg {

/// The end of an error that says how much memory work needs on a device, and how much it may use there.
inline constexpr const char* kMemoryHint = "; HG_MEMORY_LIMIT, if it is set, may be too low";

}  // namespace hg
