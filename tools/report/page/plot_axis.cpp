#include "tools/report/page/plot_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "tools/report/page/ticks.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

constexpr std::array kRound{1.0, 2.0, 5.0};  ///< times powers of ten
constexpr double kFewDecades = 100;          ///< up to this ratio, 2 and 5 times powers of ten are ticks, too
constexpr double kRounding = 1 + 1e-9;

/// The largest round number that is not more, but for rounding.
double round_at_most(double value) {
    const double power = std::pow(10, std::floor(std::log10(value * kRounding)));
    double found = power;
    for (const double factor : kRound)
        if (factor * power <= value * kRounding) found = factor * power;
    return found;
}

/// The least round number that is not less, but for rounding.
double round_at_least(double value) {
    const double below = round_at_most(value);
    if (below * kRounding >= value) return below;
    const double power = std::pow(10, std::floor(std::log10(below * kRounding)));
    for (const double factor : kRound)
        if (factor * power >= value) return factor * power;
    return 10 * power;
}

}  // namespace

PlotAxis PlotAxis::linear(double most, double least_step, bool whole_steps) {
    PlotAxis axis;
    axis.end_ = most > 0 ? most : 1;
    const double step = std::max(least_step, tick_step(axis.end_));
    if (whole_steps) axis.end_ = std::ceil(axis.end_ / step) * step;
    for (int i = 0; i * step <= axis.end_ * 1.0001; ++i) axis.ticks_.push_back(i * step);
    return axis;
}

PlotAxis PlotAxis::logarithmic(double least, double most) {
    PlotAxis axis;
    axis.logarithmic_ = true;
    axis.begin_ = round_at_most(least);
    axis.end_ = round_at_least(most);
    if (axis.begin_ == axis.end_) axis.end_ *= 10;
    const bool few = most / least <= kFewDecades;
    const auto last = static_cast<int>(std::ceil(std::log10(axis.end_)));
    for (auto power = static_cast<int>(std::floor(std::log10(axis.begin_))); power <= last; ++power)
        for (const double factor : kRound) {
            const double tick = factor * std::pow(10, power);
            const bool within = tick >= axis.begin_ / kRounding && tick <= axis.end_ * kRounding;
            if ((few || factor == 1) && within) axis.ticks_.push_back(tick);
        }
    return axis;
}

double PlotAxis::place(double value) const {
    if (!logarithmic_) return value / end_;
    return std::log(value / begin_) / std::log(end_ / begin_);
}

std::string PlotAxis::label(double tick) const {
    if (!logarithmic_) return short_number(tick);
    std::ostringstream text;
    text << tick;
    return text.str();
}

std::string short_number(double value) {
    std::string text = fixed(value, 3);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

}  // namespace hgctl
