#pragma once

namespace hg::test {

/// Whether sanitizers watch every access. Tests then take some of many places that are alike, and shorter
/// sums; Release takes all.
#ifdef HG_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace hg::test
