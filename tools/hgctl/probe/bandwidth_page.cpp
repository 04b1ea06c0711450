#include "tools/hgctl/probe/bandwidth_page.hpp"

#include <algorithm>
#include <utility>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/line_plot.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

using TableRows = std::vector<std::vector<std::string>>;

std::string device_line(const BandwidthRun& run, std::size_t d) {
    return run.devices.size() == 1 ? run.devices[d].name : std::to_string(d) + ": " + run.devices[d].name;
}

/// All that any device was measured for, in the order of the first.
std::vector<std::string> titles_of(const BandwidthRun& run) {
    std::vector<std::string> titles;
    for (const MemoryOfDevice& device : run.devices)
        for (const MemorySeries& series : series_of(device.survey))
            if (series.results.front()->size > 0 && std::ranges::find(titles, series.text()) == titles.end())
                titles.push_back(series.text());
    return titles;
}

std::string plot_of(const BandwidthRun& run, const std::string& title) {
    std::vector<PlotLine> lines;
    for (std::size_t d = 0; d < run.devices.size(); ++d)
        for (const MemorySeries& series : series_of(run.devices[d].survey)) {
            if (series.text() != title) continue;
            PlotLine line{device_line(run, d), line_colour(d), "", {}};
            for (const auto* r : series.results)
                line.points.emplace_back(static_cast<double>(r->size) / 1024, r->rate() / 1e9);
            lines.push_back(std::move(line));
        }
    return "<h2>" + escaped(title) + "</h2>\n" + wide(log_plot("KiB of a vector", "GB/s", std::move(lines)));
}

TableRows largest_rows(const BandwidthRun& run) {
    TableRows rows{{"device", "function", "a vector", "MBytes/sec", "min (sec)", "max", "average", "kernel"}};
    for (std::size_t d = 0; d < run.devices.size(); ++d)
        for (const MemorySeries& series : series_of(run.devices[d].survey)) {
            const auto& r = *series.results.back();
            rows.push_back({device_line(run, d), series.text(), r.size > 0 ? bytes_text(r.size) : "-",
                            fixed(r.rate() / 1e6, 0), fixed(r.times.best, 7), fixed(r.times.worst, 7),
                            fixed(r.times.mean, 7), r.kernel});
        }
    return rows;
}

TableRows plateau_rows(const BandwidthRun& run) {
    TableRows rows{{"device", "function", "vectors from", "to", "a", "b"}};
    for (std::size_t d = 0; d < run.devices.size(); ++d)
        for (const MemorySeries& series : series_of(run.devices[d].survey))
            for (const auto& p : plateaus_of(series.results))
                rows.push_back({device_line(run, d), series.text(), bytes_text(p.smallest),
                                bytes_text(p.largest), seconds_text(p.latency),
                                p.rate > 0 ? bytes_rate_text(p.rate) : "-"});
    return rows;
}

TableRows curve_rows(const BandwidthRun& run) {
    TableRows rows{{"device", "curve", "n", "bandwidth"}};
    for (std::size_t d = 0; d < run.devices.size(); ++d) {
        const auto add = [&](const char* name, const auto& curve) {
            for (const auto& r : curve)
                rows.push_back(
                    {device_line(run, d), name, std::to_string(order_of(r)), bytes_rate_text(r.rate())});
        };
        add("SREAD", run.devices[d].survey.sread);
        add("SMSET", run.devices[d].survey.smset);
    }
    return rows;
}

}  // namespace

std::string bandwidth_page(const BandwidthRun& run) {
    std::string page = page_head("hgctl probe memory") + "<h1>Bandwidth of memories</h1>\n";
    if (run.interrupted) page += "<p>The run was interrupted: this is what was measured so far.</p>\n";
    for (const std::string& title : titles_of(run)) page += plot_of(run, title);
    page += "<h2>Largest vectors</h2>\n" + html_table(largest_rows(run), 2);
    page += "<h2>Plateaus: T = a + bytes / b</h2>\n" + html_table(plateau_rows(run), 2);
    if (const TableRows rows = curve_rows(run); rows.size() > 1)
        page += "<h2>Matrices of n x n floats</h2>\n" + html_table(rows, 2);
    return page + kPageEnd;
}

}  // namespace hgctl
