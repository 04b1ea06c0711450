#include "tools/report/trace/run_timeline.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/line_plot.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

constexpr double kLeft = 190;
constexpr double kWidth = 820;
constexpr double kRight = 60;
constexpr double kBar = 14;
constexpr double kRow = 18;
constexpr double kGap = 8;  ///< between devices
constexpr double kAxis = 26;

struct Bar {
    hg::Lane lane;
    const char* colour;
};

/// In the order data takes.
constexpr std::array<Bar, 6> kBars{{{hg::Lane::copy_in, "#8d99a6"},
                                    {hg::Lane::link_in, "#2f6fdb"},
                                    {hg::Lane::kernels, "#d9822b"},
                                    {hg::Lane::kernels2, "#c2a21c"},
                                    {hg::Lane::link_out, "#13a17a"},
                                    {hg::Lane::copy_out, "#8d99a6"}}};

using Spans = std::vector<std::pair<double, double>>;

/// Spans that a reader cannot tell apart become one: a run may have a million.
Spans merged(Spans spans, double least_gap) {
    std::sort(spans.begin(), spans.end());
    Spans result;
    for (const auto& [begin, end] : spans) {
        if (!result.empty() && begin - result.back().second < least_gap)
            result.back().second = std::max(result.back().second, end);
        else
            result.emplace_back(begin, end);
    }
    return result;
}

class Timeline {
  public:
    explicit Timeline(const hg::WatchedRun& run) : run_(run), report_(run.report()) {
        for (const hg::Interval& interval : run.intervals) {
            const hg::Command& command = run.program.command(interval.command);
            spans_[{command.device, hg::lane_of(command, interval.track)}].emplace_back(interval.begin,
                                                                                        interval.end);
        }
    }

    std::string svg() {
        for (hg::DeviceIndex d = 0; d < run_.program.devices().size(); ++d) draw_device(d);
        draw_axis();
        std::ostringstream all;
        all << "<svg width=\"" << kLeft + kWidth + kRight << "\" height=\"" << level_ + kAxis
            << "\" viewBox=\"0 0 " << kLeft + kWidth + kRight << ' ' << level_ + kAxis << "\" role=\"img\">\n"
            << body_.str() << "</svg>\n";
        return all.str();
    }

  private:
    [[nodiscard]] double x(double seconds) const { return kLeft + kWidth * seconds / run_.seconds; }

    void draw_device(hg::DeviceIndex device) {
        for (const Bar& bar : kBars) {
            const auto found = spans_.find({device, bar.lane});
            if (found != spans_.end()) draw_bar(device, bar, found->second);
        }
        level_ += kGap;
    }

    void draw_bar(hg::DeviceIndex device, const Bar& bar, const Spans& spans) {
        body_ << "<text x=\"" << kLeft - 8 << "\" y=\"" << level_ + 12
              << "\" text-anchor=\"end\" class=\"label\">"
              << escaped(run_.program.devices()[device].name + " " + std::string(hg::name(bar.lane)))
              << "</text>\n<g fill=\"" << bar.colour << "\">\n";
        const double pixel = run_.seconds / kWidth;
        for (const auto& [begin, end] : merged(spans, 0.5 * pixel))
            body_ << "<rect x=\"" << fixed(x(begin), 1) << "\" y=\"" << level_ << "\" width=\""
                  << fixed(std::max(0.5, x(end) - x(begin)), 1) << "\" height=\"" << kBar << "\"/>\n";
        body_ << "</g>\n<text x=\"" << kLeft + kWidth + 8 << "\" y=\"" << level_ + 12 << "\" class=\"label\">"
              << fixed(100 * use(device, bar.lane), 0) << " %</text>\n";
        level_ += kRow;
    }

    [[nodiscard]] double use(hg::DeviceIndex device, hg::Lane lane) const {
        for (const hg::PartUse& part : report_.parts)
            if (part.device == static_cast<int>(device) && part.name == hg::name(lane))
                return part.use(report_.seconds);
        return 0;
    }

    void draw_axis() {
        const double step = tick_step(run_.seconds);
        for (int i = 0; i * step <= run_.seconds * 1.0001; ++i) {
            const double seconds = i * step;
            body_ << "<text x=\"" << x(seconds) << "\" y=\"" << level_ + 16
                  << "\" text-anchor=\"middle\" class=\"label\">" << seconds_text(seconds) << "</text>\n";
        }
    }

    const hg::WatchedRun& run_;
    hg::RunReport report_;
    std::map<std::pair<hg::DeviceIndex, hg::Lane>, Spans> spans_;
    double level_ = 4;
    std::ostringstream body_;
};

}  // namespace

std::string run_timeline(const hg::WatchedRun& run) {
    return run.seconds > 0 ? Timeline(run).svg() : std::string();
}

}  // namespace hgctl
