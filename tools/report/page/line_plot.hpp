#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hgctl {

/// A line of a plot.
struct PlotLine {
    std::string name;
    std::string dashes;  ///< lengths of dashes and gaps as SVG has them; empty: drawn through
    std::vector<std::pair<double, double>> points;  ///< by ascending x
};

/// PlotLine::dashes of lines that others are compared with, and of bounds.
inline constexpr const char* kDashed = "6 4";
inline constexpr const char* kDotted = "2 4";

/// Lines by name, in the order in which they begin.
class PlotLines {
  public:
    /// Adds a point to the line of that name, which begins with its first point.
    void add(const std::string& name, const std::string& dashes, double x, double y);
    /// The lines, by ascending x.
    std::vector<PlotLine> take();

  private:
    std::vector<PlotLine> lines_;
};

/// How values lie on the axes of a plot. Logarithmic ones leave out what is not above zero.
enum class Axes : std::uint8_t {
    linear,  ///< both from zero; whole numbers across
    logarithmic,
    falling  ///< linear across, logarithmic upward: for what falls by many powers of ten
};

/// Lines over a common axis, as a figure. Points that are not finite and lines without points are left out;
/// empty if nothing is left.
std::string line_plot(const std::string& x_name, const std::string& y_name, std::vector<PlotLine> lines,
                      Axes axes = Axes::linear);

}  // namespace hgctl
