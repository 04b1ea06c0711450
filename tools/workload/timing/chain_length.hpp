#pragma once

#include <algorithm>
#include <cmath>

namespace hgctl {

/// Calls of one run that takes a twentieth of a second, if a call takes `seconds`; 1000 at most.
inline int chain_length(double seconds) {
    constexpr double kRunSeconds = 0.05;
    constexpr int kLongest = 1000;
    if (!(seconds > 0)) return kLongest;
    return static_cast<int>(std::clamp(std::ceil(kRunSeconds / seconds), 1.0, double{kLongest}));
}

}  // namespace hgctl
