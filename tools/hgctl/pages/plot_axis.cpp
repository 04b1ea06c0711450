#include "tools/hgctl/pages/plot_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "tools/hgctl/cli/quantity.hpp"
#include "tools/hgctl/pages/ticks.hpp"

namespace hgctl {
namespace {

constexpr double kMargin = 1.1;      ///< of a logarithmic axis, beyond its values
constexpr double kFewDecades = 100;  ///< up to this ratio, 2 and 5 times powers of ten are ticks, too

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
    axis.begin_ = least / kMargin;
    axis.end_ = most * kMargin;
    const bool few = most / least <= kFewDecades;
    const auto last = static_cast<int>(std::floor(std::log10(axis.end_)));
    for (auto power = static_cast<int>(std::floor(std::log10(axis.begin_))); power <= last; ++power)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double tick = factor * std::pow(10, power);
            if ((few || factor == 1) && tick >= axis.begin_ && tick <= axis.end_) axis.ticks_.push_back(tick);
        }
    if (axis.ticks_.empty()) axis.ticks_.push_back(least);
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
