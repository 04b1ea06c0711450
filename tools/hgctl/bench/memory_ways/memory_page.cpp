#include "tools/hgctl/bench/memory_ways/memory_page.hpp"

#include <algorithm>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/line_plot.hpp"

namespace hgctl {
namespace {

constexpr const char* kDrawn = "";
constexpr const char* kDots = "2 4";

const char* dashes_of(const MemoryVersion& version) {
    if (version.on_cpu()) return kDashed;
    return version.way == MemoryWay::local ? kDots : kDrawn;
}

bool belongs(const MemoryRow& row, std::size_t device) {
    return row.left_out.empty() && (!row.device || row.device == device);
}

std::string over_n(const MemoryRun& run, std::size_t device) {
    PlotLines lines;
    for (const MemoryRow& row : run.rows)
        if (belongs(row, device))
            lines.add(row.version.label(), dashes_of(row.version), static_cast<double>(row.n),
                      row.times.total());
    return wide(log_plot("n", "total, seconds", lines.take()));
}

/// Of the largest size: the kernels that know no tiles as level lines.
std::string over_edge(const MemoryRun& run, std::size_t device) {
    std::vector<const MemoryRow*> locals, others;
    std::int64_t n = 0;
    for (const MemoryRow& row : run.rows)
        if (belongs(row, device) && row.version.way == MemoryWay::local) n = std::max(n, row.n);
    for (const MemoryRow& row : run.rows) {
        if (!belongs(row, device) || row.n != n || row.version.on_cpu()) continue;
        (row.version.way == MemoryWay::local ? locals : others).push_back(&row);
    }
    if (locals.empty()) return {};
    PlotLines lines;
    int least = locals.front()->version.block, most = least;
    for (const MemoryRow* row : locals) {
        least = std::min(least, row->version.block);
        most = std::max(most, row->version.block);
        lines.add("local", kDrawn, row->version.block, row->times.kernel);
    }
    for (const MemoryRow* row : others)
        for (const int edge : {least, most}) lines.add(row->version.word(), kDashed, edge, row->times.kernel);
    return "<h3>Over the edge of the tiles, n = " + std::to_string(n) + "</h3>\n" +
           wide(log_plot("edge", "kernel, seconds", lines.take()));
}

}  // namespace

std::string memory_page(const MemoryRun& run) {
    std::string page = page_head("hgctl bench memory");
    page += "<h1>" + escaped(memory_headline(run)) + "</h1>\n";
    for (const std::string& line : memory_places(run)) page += "<p>" + escaped(line) + "</p>\n";
    for (std::size_t device = 0; device < run.devices.size(); ++device)
        page += "<h2>Device " + std::to_string(device) + ": " + escaped(run.devices[device]) + "</h2>\n" +
                over_n(run, device) + over_edge(run, device);
    if (const auto gains = gain_cells(run); gains.size() > 1)
        page += "<h2>What local memory saves</h2>\n<p>" + std::string(kGainsHeading) + ".</p>\n" +
                html_table(gains);
    page += "<h2>All rows</h2>\n" + html_table(memory_cells(run), 2);
    return page + "<p>" + escaped(memory_legend()) + "</p>\n" + kPageEnd;
}

}  // namespace hgctl
