#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hgctl {

/// The smallest of 1, 2, 5 times a power of ten that divides [0, top] in six parts at most; top > 0.
inline double tick_step(double top) {
    constexpr double kParts = 6;
    const double power = std::pow(10, std::floor(std::log10(top / kParts)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power * kParts >= top) return factor * power;
    return 10 * power;
}

/// A line of a plot.
struct PlotLine {
    std::string name;
    std::string colour;  ///< "#rrggbb"
    std::string dashes;  ///< lengths of dashes and gaps as SVG has them; empty: drawn through, with marks
    std::vector<std::pair<double, double>> points;  ///< by ascending x
};

/// PlotLine::dashes of lines that others are compared with.
inline constexpr const char* kDashed = "6 4";

/// Lines by name, in the order in which they begin. Each gets a colour of its own.
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

/// Lines over a common axis, with round numbers as ticks, as SVG. Points that are not finite and lines
/// without points are left out; empty if nothing is left.
std::string line_plot(const std::string& x_name, const std::string& y_name, std::vector<PlotLine> lines,
                      Axes axes = Axes::linear);

}  // namespace hgctl
