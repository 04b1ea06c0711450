#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace hgctl {

/// A line of a plot.
struct PlotLine {
    std::string name;
    std::string colour;  ///< "#rrggbb"
    std::string dashes;  ///< lengths of dashes and gaps as SVG has them; empty: drawn through, with marks
    std::vector<std::pair<double, double>> points;  ///< by ascending x
};

/// Colours that tell a plot's lines apart, by the number of the line; they begin again after twelve.
std::string line_colour(std::size_t line);

/// Lines over a common axis of whole numbers, both axes from zero with round numbers as ticks, as SVG.
std::string line_plot(const std::string& x_name, const std::string& y_name,
                      const std::vector<PlotLine>& lines);

/// The same with both axes logarithmic. Points that are not above zero, and lines without points, are left out;
/// empty if nothing is left.
std::string log_plot(const std::string& x_name, const std::string& y_name, std::vector<PlotLine> lines);

/// Rates in flop/s, shown in GFLOP/s or TFLOP/s. Lines without points are left out.
std::string rate_plot(const std::string& x_name, std::vector<PlotLine> lines);

}  // namespace hgctl
