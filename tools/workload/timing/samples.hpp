#pragma once

#include <algorithm>
#include <vector>

#include "runtime/machine/measure/timing.hpp"

namespace hgctl {

/// Times of repeated runs, in the order they were made; seconds.
struct Samples {
    std::vector<double> seconds;

    [[nodiscard]] double best() const { return *std::ranges::min_element(seconds); }
    [[nodiscard]] double median() const { return hg::median(seconds); }
    [[nodiscard]] double last() const { return seconds.back(); }
};

}  // namespace hgctl
