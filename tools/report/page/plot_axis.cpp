#include "tools/report/page/plot_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "tools/report/page/ticks.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

constexpr double kFewDecades = 100;  ///< up to this ratio, 2 and 5 times powers of ten are ticks, too
constexpr double kRounding = 1 + 1e-9;
constexpr std::array kFactors{1.0, 2.0, 5.0};

/// Factors times powers of ten: from below `least` to more than ten times `most`.
std::vector<double> round_numbers(double least, double most) {
    std::vector<double> numbers;
    const auto last = static_cast<int>(std::ceil(std::log10(most))) + 1;
    for (auto power = static_cast<int>(std::floor(std::log10(least))); power <= last; ++power)
        for (const double factor : kFactors) numbers.push_back(factor * std::pow(10, power));
    return numbers;
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
    const std::vector<double> numbers = round_numbers(least, most);
    const auto begin = std::ranges::upper_bound(numbers, least * kRounding) - 1;
    auto end = std::ranges::lower_bound(numbers, most / kRounding);
    if (begin == end) end += kFactors.size();
    PlotAxis axis;
    axis.logarithmic_ = true;
    axis.begin_ = *begin;
    axis.end_ = *end;
    const bool few = most / least <= kFewDecades;
    for (auto tick = begin; tick <= end; ++tick)
        if (few || (tick - numbers.begin()) % std::ssize(kFactors) == 0) axis.ticks_.push_back(*tick);
    return axis;
}

double PlotAxis::place(double value) const {
    if (!logarithmic_) return value / end_;
    return std::log(value / begin_) / std::log(end_ / begin_);
}

std::string PlotAxis::label(double tick) const {
    if (logarithmic_) {
        std::ostringstream text;
        text << tick;
        return text.str();
    }
    std::string text = fixed(tick, 3);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

}  // namespace hgctl
