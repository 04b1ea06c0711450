#include "tools/report/page/line_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "tools/report/page/html_page.hpp"
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

/// An axis of a plot: where values lie on it, and its round ticks.
class PlotAxis {
  public:
    /// From zero to `most`; ticks are `least_step` apart or more. If `whole_steps`, it ends with a tick.
    static PlotAxis linear(double most, double least_step, bool whole_steps);
    /// Equal ratios have equal lengths. 0 < least <= most.
    static PlotAxis logarithmic(double least, double most);

    /// 0 at the axis's begin, 1 at its end.
    [[nodiscard]] double place(double value) const;
    [[nodiscard]] const std::vector<double>& ticks() const noexcept { return ticks_; }
    /// What stands at a tick: on a linear axis three decimals at most.
    [[nodiscard]] std::string label(double tick) const;

  private:
    bool logarithmic_ = false;
    double begin_ = 0;
    double end_ = 1;
    std::vector<double> ticks_;
};

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

constexpr double kWidth = 400;
constexpr double kHeight = 240;
constexpr double kLeft = 72;
constexpr double kTop = 12;
constexpr double kBelow = 44;
constexpr double kLegend = 230;
constexpr double kLegendLine = 20;

/// Colours that tell a plot's lines apart; they begin again after twelve.
constexpr std::array kColours{"#2f6fdb", "#13a17a", "#d9822b", "#a05ac8", "#c0392b", "#8a6d3b",
                              "#5f6b76", "#b8518a", "#111418", "#7f8c1f", "#00838f", "#e0559b"};

/// The least and the largest of the points' x (first) or y (second).
std::pair<double, double> range(const std::vector<PlotLine>& lines, double std::pair<double, double>::*of) {
    std::pair<double, double> found{std::numeric_limits<double>::max(), 0};
    for (const PlotLine& line : lines)
        for (const auto& point : line.points)
            found = {std::min(found.first, point.*of), std::max(found.second, point.*of)};
    return found;
}

class Drawing {
  public:
    Drawing(const std::vector<PlotLine>& lines, PlotAxis across, PlotAxis up)
        : lines_(lines), across_(std::move(across)), up_(std::move(up)) {}

    std::string svg(const std::string& x_name, const std::string& y_name) {
        const double height =
            std::max(kTop + kHeight + kBelow, kTop + kLegendLine * static_cast<double>(lines_.size()));
        const double width = kLeft + kWidth + kLegend;
        svg_ << "<svg width=\"" << width << "\" height=\"" << height << "\" viewBox=\"0 0 " << width << ' '
             << height << "\" role=\"img\">\n";
        draw_axes(x_name, y_name);
        for (std::size_t i = 0; i < lines_.size(); ++i) draw_line(lines_[i], i);
        svg_ << "</svg>\n";
        return svg_.str();
    }

  private:
    [[nodiscard]] double x(double value) const { return kLeft + 0.96 * kWidth * across_.place(value); }
    [[nodiscard]] double y(double value) const { return kTop + kHeight * (1 - up_.place(value)); }

    void draw_text(double at_x, double at_y, const char* anchor, const std::string& text) {
        svg_ << "<text x=\"" << at_x << "\" y=\"" << at_y << "\" text-anchor=\"" << anchor
             << "\" class=\"label\">" << escaped(text) << "</text>\n";
    }
    void draw_axes(const std::string& x_name, const std::string& y_name) {
        for (const double tick : up_.ticks()) {
            const double level = y(tick);
            svg_ << "<line x1=\"" << kLeft << "\" x2=\"" << kLeft + kWidth << "\" y1=\"" << level
                 << "\" y2=\"" << level << "\" stroke=\"var(--line)\"/>\n";
            draw_text(kLeft - 6, level + 4, "end", up_.label(tick));
        }
        for (const double tick : across_.ticks())
            draw_text(x(tick), kTop + kHeight + 18, "middle", across_.label(tick));
        draw_text(kLeft + kWidth / 2, kTop + kHeight + 38, "middle", x_name);
        svg_ << "<text transform=\"translate(14," << kTop + kHeight / 2
             << ") rotate(-90)\" text-anchor=\"middle\" class=\"label\">" << escaped(y_name) << "</text>\n";
    }
    void draw_stroke(const PlotLine& line) {
        svg_ << "\" fill=\"none\" stroke=\"" << line.colour << "\" stroke-width=\"2\"";
        if (!line.dashes.empty()) svg_ << " stroke-dasharray=\"" << line.dashes << '"';
        svg_ << "/>\n";
    }
    void draw_line(const PlotLine& line, std::size_t position) {
        svg_ << "<polyline points=\"";
        for (const auto& [at, value] : line.points) svg_ << x(at) << ',' << y(value) << ' ';
        draw_stroke(line);
        for (const auto& [at, value] : line.points)
            svg_ << "<circle cx=\"" << x(at) << "\" cy=\"" << y(value) << "\" r=\""
                 << (line.dashes.empty() ? 3.5 : 2) << "\" fill=\"" << line.colour << "\"><title>"
                 << escaped(line.name) << ": " << up_.label(value) << "</title></circle>\n";
        const double level = kTop + 8 + kLegendLine * static_cast<double>(position);
        svg_ << "<polyline points=\"" << kLeft + kWidth + 16 << ',' << level << ' ' << kLeft + kWidth + 44
             << ',' << level;
        draw_stroke(line);
        draw_text(kLeft + kWidth + 50, level + 4, "start", line.name);
    }

    const std::vector<PlotLine>& lines_;
    PlotAxis across_;
    PlotAxis up_;
    std::ostringstream svg_;
};

}  // namespace

void PlotLines::add(const std::string& name, const std::string& dashes, double x, double y) {
    auto line = std::ranges::find_if(lines_, [&](const PlotLine& known) { return known.name == name; });
    if (line == lines_.end())
        line = lines_.insert(line, {name, kColours[lines_.size() % kColours.size()], dashes, {}});
    line->points.emplace_back(x, y);
}

std::vector<PlotLine> PlotLines::take() {
    for (PlotLine& line : lines_) std::ranges::sort(line.points);
    return std::move(lines_);
}

std::string line_plot(const std::string& x_name, const std::string& y_name, std::vector<PlotLine> lines,
                      Axes axes) {
    const auto fits = [](double value, bool is_logarithmic) {
        return std::isfinite(value) && (!is_logarithmic || value > 0);
    };
    for (PlotLine& line : lines)
        std::erase_if(line.points, [&](const auto& point) {
            return !fits(point.first, axes == Axes::logarithmic) || !fits(point.second, axes != Axes::linear);
        });
    std::erase_if(lines, [](const PlotLine& line) { return line.points.empty(); });
    if (lines.empty()) return {};
    const auto [left, right] = range(lines, &std::pair<double, double>::first);
    const auto [bottom, top] = range(lines, &std::pair<double, double>::second);
    return Drawing(lines,
                   axes == Axes::logarithmic ? PlotAxis::logarithmic(left, right)
                                             : PlotAxis::linear(right, 1, false),
                   axes == Axes::linear ? PlotAxis::linear(top, 0, true) : PlotAxis::logarithmic(bottom, top))
        .svg(x_name, y_name);
}

}  // namespace hgctl
