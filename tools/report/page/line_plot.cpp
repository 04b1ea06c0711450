#include "tools/report/page/line_plot.hpp"

#include <algorithm>
#include <cmath>

#include "tools/report/page/figure.hpp"
#include "tools/report/page/html_page.hpp"

namespace hgctl {
namespace {

Json lines_json(const std::vector<PlotLine>& lines) {
    Json list = Json::array();
    for (const PlotLine& line : lines) {
        Json points = Json::array();
        for (const auto& [x, y] : line.points) points.push_back(std::vector{x, y});
        list.push_back({{"name", line.name}, {"dashes", line.dashes}, {"points", points}});
    }
    return list;
}

std::string points_table(const std::string& x_name, const std::string& y_name,
                         const std::vector<PlotLine>& lines) {
    std::vector<std::vector<std::string>> rows{{"line", x_name, y_name}};
    for (const PlotLine& line : lines)
        for (const auto& [x, y] : line.points) rows.push_back({line.name, Json(x).plain(), Json(y).plain()});
    return html_table(rows, {true, false, false});
}

}  // namespace

void PlotLines::add(const std::string& name, const std::string& dashes, double x, double y) {
    auto line = std::ranges::find(lines_, name, &PlotLine::name);
    if (line == lines_.end()) line = lines_.insert(line, {name, dashes, {}});
    line->points.emplace_back(x, y);
}

std::vector<PlotLine> PlotLines::take() {
    for (PlotLine& line : lines_) std::ranges::sort(line.points);
    return std::move(lines_);
}

std::string line_plot(const std::string& x_name, const std::string& y_name, std::vector<PlotLine> lines,
                      Axes axes) {
    const bool x_log = axes == Axes::logarithmic;
    const bool y_log = axes != Axes::linear;
    const auto fits = [](double value, bool is_logarithmic) {
        return std::isfinite(value) && (!is_logarithmic || value > 0);
    };
    for (PlotLine& line : lines)
        std::erase_if(line.points, [&](const auto& point) {
            return !fits(point.first, x_log) || !fits(point.second, y_log);
        });
    std::erase_if(lines, [](const PlotLine& line) { return line.points.empty(); });
    if (lines.empty()) return {};
    return figure("lines",
                  {{"x", Json{{"title", x_name}, {"log", x_log}}},
                   {"y", Json{{"title", y_name}, {"log", y_log}}},
                   {"lines", lines_json(lines)}},
                  points_table(x_name, y_name, lines));
}

}  // namespace hgctl
