#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tools/report/rate_unit.hpp"

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

/// PlotLine::dashes of lines that others are compared with.
inline constexpr const char* kDashed = "6 4";

/// Lines by name, in the order in which they begin. Each gets a colour of its own.
class PlotLines {
  public:
    /// Adds a point to the line of that name, which begins with its first point.
    void add(const std::string& name, const char* dashes, double x, double y);
    /// The lines, by ascending x.
    std::vector<PlotLine> take();

  private:
    std::vector<PlotLine> lines_;
};

/// Lines over a common axis of whole numbers, both axes from zero with round numbers as ticks, as SVG.
std::string line_plot(const std::string& x_name, const std::string& y_name,
                      const std::vector<PlotLine>& lines);

/// The same with both axes logarithmic. Points that are not above zero, and lines without points, are left out;
/// empty if nothing is left.
std::string log_plot(const std::string& x_name, const std::string& y_name, std::vector<PlotLine> lines);

/// The same with the upward axis alone logarithmic, for what falls by many powers of ten. Points that are not above zero, or not finite,
/// and lines without points, are left out; empty if nothing is left.
std::string falling_plot(const std::string& x_name, const std::string& y_name, std::vector<PlotLine> lines);

/// Rates a second, shown in GFLOP/s, TFLOP/s or GB/s. Lines without points are left out.
std::string rate_plot(const std::string& x_name, hg::kernels::RateUnit unit, std::vector<PlotLine> lines);

}  // namespace hgctl
