#include "tools/hgctl/stress/stress_statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "runtime/machine/measure/timing.hpp"

namespace hgctl {
namespace {

using hg::median;

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Trend trend(const std::vector<double>& x, const std::vector<double>& y) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (x.size() < 2) return {0, kInfinity};
    const double x_mean = mean(x);
    const double y_mean = mean(y);
    double xx = 0, xy = 0, residuals = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - x_mean) * (x[i] - x_mean);
        xy += (x[i] - x_mean) * (y[i] - y_mean);
    }
    if (xx <= 0) return {0, kInfinity};
    Trend found{xy / xx, kInfinity};
    if (x.size() < 3) return found;
    for (std::size_t i = 0; i < x.size(); ++i)
        residuals += std::pow(y[i] - y_mean - found.slope * (x[i] - x_mean), 2);
    const auto freedom = static_cast<double>(x.size() - 2);
    found.uncertainty =
        quantile(boost::math::students_t(freedom), 0.975) * std::sqrt(residuals / freedom / xx);
    return found;
}

RateSummary summarize(const std::vector<double>& seconds, const std::vector<double>& rates) {
    const auto tenth = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, rates.size() / 10));
    RateSummary summary{.first = median({rates.begin(), rates.begin() + tenth}),
                        .last = median({rates.end() - tenth, rates.end()}),
                        .best = *std::max_element(rates.begin(), rates.end()),
                        .worst = *std::min_element(rates.begin(), rates.end()),
                        .median = median(rates),
                        .over_run = trend(seconds, rates)};
    const double length = seconds.back() - seconds.front();
    summary.over_run.slope *= length / summary.median;
    if (length > 0) summary.over_run.uncertainty *= length / summary.median;
    return summary;
}

double spread(const std::vector<double>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return 1 - *least / *most;
}

}  // namespace hgctl
