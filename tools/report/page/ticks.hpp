#pragma once

#include <cmath>

namespace hgctl {

/// The smallest of 1, 2, 5 times a power of ten that divides [0, top] in six parts at most; top > 0.
inline double tick_step(double top) {
    constexpr double kParts = 6;
    const double power = std::pow(10, std::floor(std::log10(top / kParts)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power * kParts >= top) return factor * power;
    return 10 * power;
}

}  // namespace hgctl
