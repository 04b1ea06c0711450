#include "tools/hgctl/stress/stress_page.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/line_plot.hpp"

namespace hgctl {
namespace {

/// Points of a line; of more samples, some are left out evenly.
constexpr std::size_t kMostPoints = 500;

using Value = std::function<std::optional<double>(const StressSample&)>;

/// A line for each device: a value of one kernel's samples over time.
std::vector<PlotLine> lines_of(const StressResult& result, std::size_t kernel, const Value& value) {
    std::vector<PlotLine> lines;
    for (std::size_t d = 0; d < result.devices.size(); ++d) {
        PlotLine line{"device " + std::to_string(d), line_colour(d), "", {}};
        if (kernel >= result.devices[d].series.size()) continue;
        const std::vector<StressSample>& samples = result.devices[d].series[kernel].samples;
        for (std::size_t i = 0; i < samples.size(); i += 1 + samples.size() / kMostPoints)
            if (const std::optional<double> y = value(samples[i]))
                line.points.emplace_back(samples[i].at, *y);
        if (!line.points.empty()) lines.push_back(std::move(line));
    }
    return lines;
}

std::string rates_of(const StressResult& result, std::size_t kernel, const StressKind& kind) {
    const auto lines = [&](double unit) {
        return lines_of(result, kernel, [unit](const StressSample& sample) { return sample.rate / unit; });
    };
    return wide(kind.counts_flops ? rate_plot("seconds", hg::kernels::RateUnit::flops, lines(1))
                                  : line_plot("seconds", "GB/s", lines(1e9)));
}

/// Of the first kernel, which stands for all: they run in turns.
std::string sensors_of(const StressResult& result, const char* name,
                       std::optional<double> SensorReading::*of) {
    const auto lines = lines_of(result, 0, [of](const StressSample& sample) {
        return sample.sensors ? (*sample.sensors).*of : std::nullopt;
    });
    return lines.empty() ? std::string() : wide(line_plot("seconds", name, lines));
}

}  // namespace

std::string stress_page(const StressResult& result, const StressTerms& terms) {
    std::string page = page_head("hgctl stress");
    page += "<h1>" + escaped(stress_headline(result)) + "</h1>\n";
    for (const std::string& line : stress_places(result)) page += "<p>" + escaped(line) + "</p>\n";
    for (const std::string& fault : stress_faults(result, terms))
        page += "<p><strong>" + escaped(fault) + "</strong></p>\n";
    const auto fullest = std::max_element(
        result.devices.begin(), result.devices.end(),
        [](const StressedDevice& a, const StressedDevice& b) { return a.series.size() < b.series.size(); });
    for (std::size_t s = 0; s < fullest->series.size(); ++s)
        page += "<h2>" + escaped(fullest->series[s].kind.label()) + "</h2>\n" +
                rates_of(result, s, fullest->series[s].kind);
    const std::string sensors = sensors_of(result, "watts", &SensorReading::watts) +
                                sensors_of(result, "degrees Celsius", &SensorReading::celsius);
    if (!sensors.empty()) page += "<h2>Power and temperature</h2>\n" + sensors;
    page += "<h2>All kernels</h2>\n" + html_table(stress_cells(result, terms), 2);
    if (const auto spreads = spread_cells(result); spreads.size() > 1)
        page += "<h2>Like devices</h2>\n" + html_table(spreads, 4);
    return page + "<p>" + escaped(stress_legend()) + "</p>\n" + kPageEnd;
}

}  // namespace hgctl
