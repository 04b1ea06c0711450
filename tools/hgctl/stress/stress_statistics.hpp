#pragma once

#include <vector>

namespace hgctl {

/// A straight line through points by least squares.
struct Trend {
    double slope = 0;  ///< of y over x
    double uncertainty =
        0;  ///< the slope lies within slope +- uncertainty with 95 %, if errors of y are independent
};

/// Of points (x, y), as many of each. Fewer than three points, or one x alone, have no uncertainty: infinity.
Trend trend(const std::vector<double>& x, const std::vector<double>& y);

/// What the rates of a run come to.
struct RateSummary {
    double first = 0;  ///< median of the first tenth of the run, one rate at least
    double last = 0;   ///< likewise of the last tenth
    double best = 0;
    double worst = 0;
    double median = 0;
    Trend over_run;  ///< from the first to the last second, as a share of the median

    /// The share of the first rate that was lost until the last; below 0 if there was a gain.
    [[nodiscard]] double loss() const noexcept { return 1 - last / first; }
};

/// Of rates at these seconds, in their order; at least one.
RateSummary summarize(const std::vector<double>& seconds, const std::vector<double>& rates);

/// How far the least of these lies below the largest, as a share of the largest; at least one.
double spread(const std::vector<double>& values);

}  // namespace hgctl
