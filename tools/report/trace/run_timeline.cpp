#include "tools/report/trace/run_timeline.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "tools/report/page/figure.hpp"
#include "tools/report/page/html_page.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

struct LaneColour {
    hg::Lane lane;
    const char* colour;
};

/// In the order data takes.
constexpr std::array<LaneColour, 6> kLanes{{{hg::Lane::copy_in, "#8d99a6"},
                                            {hg::Lane::link_in, "#2f6fdb"},
                                            {hg::Lane::kernels, "#d9822b"},
                                            {hg::Lane::kernels2, "#c2a21c"},
                                            {hg::Lane::link_out, "#13a17a"},
                                            {hg::Lane::copy_out, "#8d99a6"}}};

/// What readers tell apart when they have zoomed in, as a share of the run: it may have a million spans.
constexpr double kLeastGap = 1.0 / 5000;

using Spans = std::vector<std::pair<double, double>>;

/// Spans closer than `least_gap` become one.
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

double use_of(const hg::RunReport& report, hg::DeviceIndex device, hg::Lane lane) {
    for (const hg::PartUse& part : report.parts)
        if (part.device == static_cast<int>(device) && part.name == hg::name(lane))
            return part.use(report.seconds);
    return 0;
}

Json lane_json(const std::string& name, const char* colour, double use, const Spans& spans) {
    Json list = Json::array();
    for (const auto& [begin, end] : spans) list.push_back(std::vector{begin, end});
    return {{"name", name}, {"colour", colour}, {"use", use}, {"spans", list}};
}

}  // namespace

std::string run_timeline(const hg::WatchedRun& run) {
    if (run.seconds <= 0) return {};
    std::map<std::pair<hg::DeviceIndex, hg::Lane>, Spans> spans;
    for (const hg::Interval& interval : run.intervals) {
        const hg::Command& command = run.program.command(interval.command);
        spans[{command.device, hg::lane_of(command, interval.track)}].emplace_back(interval.begin,
                                                                                   interval.end);
    }
    const hg::RunReport report = run.report();
    Json lanes = Json::array();
    std::vector<std::vector<std::string>> uses{{"part", "at work"}};
    for (hg::DeviceIndex d = 0; d < run.program.devices().size(); ++d)
        for (const auto& [lane, colour] : kLanes) {
            const auto found = spans.find({d, lane});
            if (found == spans.end()) continue;
            const std::string name = run.program.devices()[d].name + " " + std::string(hg::name(lane));
            const double use = use_of(report, d, lane);
            lanes.push_back(lane_json(name, colour, use, merged(found->second, kLeastGap * run.seconds)));
            uses.push_back({name, fixed(100 * use, 0) + " %"});
        }
    return figure("timeline", {{"seconds", run.seconds}, {"lanes", lanes}}, html_table(uses, {true, false}));
}

}  // namespace hgctl
