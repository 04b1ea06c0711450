#include "tools/hgctl/pages/line_plot.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tools/hgctl/cli/quantity.hpp"
#include "tools/hgctl/pages/html_page.hpp"
#include "tools/hgctl/pages/ticks.hpp"

namespace hgctl {
namespace {

constexpr double kWidth = 400;
constexpr double kHeight = 240;
constexpr double kLeft = 60;
constexpr double kTop = 12;
constexpr double kBelow = 44;
constexpr double kLegend = 230;
constexpr double kLegendLine = 20;

/// A number without zeros at its end.
std::string short_number(double value) {
    std::string text = fixed(value, 3);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

class Plot {
  public:
    explicit Plot(const std::vector<PlotLine>& lines) : lines_(lines) {
        for (const PlotLine& line : lines)
            for (const auto& [x, y] : line.points) {
                right_ = std::max(right_, x);
                top_ = std::max(top_, y);
            }
        if (right_ <= 0) right_ = 1;
        if (top_ <= 0) top_ = 1;
        step_ = tick_step(top_);
        top_ = std::ceil(top_ / step_) * step_;
        x_step_ = std::max(1.0, tick_step(right_));
    }

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
    [[nodiscard]] double x(double value) const { return kLeft + 0.96 * kWidth * value / right_; }
    [[nodiscard]] double y(double value) const { return kTop + kHeight * (1 - value / top_); }

    void draw_text(double at_x, double at_y, const char* anchor, const std::string& text) {
        svg_ << "<text x=\"" << at_x << "\" y=\"" << at_y << "\" text-anchor=\"" << anchor
             << "\" class=\"label\">" << escaped(text) << "</text>\n";
    }
    void draw_axes(const std::string& x_name, const std::string& y_name) {
        for (int i = 0; i * step_ <= top_ * 1.0001; ++i) {
            const double level = y(i * step_);
            svg_ << "<line x1=\"" << kLeft << "\" x2=\"" << kLeft + kWidth << "\" y1=\"" << level
                 << "\" y2=\"" << level << "\" stroke=\"var(--line)\"/>\n";
            draw_text(kLeft - 6, level + 4, "end", short_number(i * step_));
        }
        for (int i = 0; i * x_step_ <= right_ * 1.0001; ++i)
            draw_text(x(i * x_step_), kTop + kHeight + 18, "middle", short_number(i * x_step_));
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
                 << escaped(line.name) << ": " << short_number(value) << "</title></circle>\n";
        const double level = kTop + 8 + kLegendLine * static_cast<double>(position);
        svg_ << "<polyline points=\"" << kLeft + kWidth + 16 << ',' << level << ' ' << kLeft + kWidth + 44
             << ',' << level;
        draw_stroke(line);
        draw_text(kLeft + kWidth + 50, level + 4, "start", line.name);
    }

    const std::vector<PlotLine>& lines_;
    double right_ = 0;
    double top_ = 0;
    double step_ = 1;
    double x_step_ = 1;
    std::ostringstream svg_;
};

}  // namespace

std::string line_plot(const std::string& x_name, const std::string& y_name,
                      const std::vector<PlotLine>& lines) {
    return Plot(lines).svg(x_name, y_name);
}

std::string rate_plot(const std::string& x_name, std::vector<PlotLine> lines) {
    std::erase_if(lines, [](const PlotLine& line) { return line.points.empty(); });
    double most = 0;
    for (const PlotLine& line : lines)
        for (const auto& [at, rate] : line.points) most = std::max(most, rate);
    const double unit = most >= 1e12 ? 1e12 : 1e9;
    for (PlotLine& line : lines)
        for (auto& [at, rate] : line.points) rate /= unit;
    return line_plot(x_name, most >= 1e12 ? "TFLOP/s" : "GFLOP/s", lines);
}

}  // namespace hgctl
