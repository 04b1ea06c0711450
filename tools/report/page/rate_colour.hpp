#pragma once

#include <string>

namespace hgctl {

/// A colour for a share of the best rate, and one that is readable on it; "#rrggbb".
struct RateColour {
    std::string fill;
    std::string text;
};

/// From dark blue for 0 over green to yellow for 1; brightness alone tells the order too.
RateColour rate_colour(double share);

}  // namespace hgctl
