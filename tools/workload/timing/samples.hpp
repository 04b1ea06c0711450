#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "runtime/machine/measure/timing.hpp"

namespace hgctl {

/// The value below which a share of at least one value lies, by linear interpolation between two of them
/// (Hyndman and Fan's type 7, the default of R and NumPy).
inline double quantile(std::vector<double> values, double share) {
    std::ranges::sort(values);
    const double position = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return std::lerp(values[below], values[above], position - static_cast<double>(below));
}

/// Times of repeated runs, in the order they were made; seconds.
struct Samples {
    std::vector<double> seconds;

    [[nodiscard]] double best() const { return *std::ranges::min_element(seconds); }
    [[nodiscard]] double median() const { return hg::median(seconds); }
    [[nodiscard]] double last() const { return seconds.back(); }
    /// The first and the third one.
    [[nodiscard]] std::vector<double> quartiles() const {
        return {quantile(seconds, 0.25), quantile(seconds, 0.75)};
    }
    /// The interquartile range as a share of the median.
    [[nodiscard]] double spread() const {
        const std::vector<double> ends = quartiles();
        return median() > 0 ? (ends[1] - ends[0]) / median() : 0;
    }
};

}  // namespace hgctl
