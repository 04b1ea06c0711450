#pragma once

#include <string>
#include <vector>

namespace hgctl {

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

}  // namespace hgctl
