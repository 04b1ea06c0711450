#include "tools/hgctl/bench/resident/resident_page.hpp"

#include <algorithm>
#include <vector>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/line_plot.hpp"

namespace hgctl {
namespace {

/// The rows of one routine and type.
struct ResidentPlot {
    std::string heading;  ///< "gemv f64"
    PlotLines lines;
};

ResidentPlot& plot_of(std::vector<ResidentPlot>& plots, const std::string& heading) {
    const auto known =
        std::ranges::find_if(plots, [&](const ResidentPlot& plot) { return plot.heading == heading; });
    return known != plots.end() ? *known : plots.emplace_back(ResidentPlot{heading, {}});
}

/// "hg lower t", or the name of a given kernel.
std::string line_name(const std::string& who, const std::string& letters, const ResidentCase& bench) {
    return who + letters + (bench.kernel.empty() ? "" : ", " + bench.kernel);
}

void add_row(const ResidentRow& row, std::vector<ResidentPlot>& plots) {
    const ResidentCase& bench = row.bench;
    const std::string heading = std::string(form_of(bench).name) + " " + std::string(hg::name(bench.type));
    const std::string letters = bench.title().substr(heading.size());
    PlotLines& lines = plot_of(plots, heading).lines;
    const auto add = [&](const std::string& name, const char* dashes, double seconds) {
        lines.add(name, dashes, static_cast<double>(bench.n), bench.bytes() / seconds / 1e9);
    };
    add(line_name("hg", letters, bench), "", row.result.device.best());
    for (const ResidentPeerResult& peer : row.result.peers)
        if (peer.failure.empty()) add(peer.name + letters, kDashed, peer.times.best());
}

}  // namespace

std::string resident_page(const ResidentRun& run) {
    std::string page = page_head("hgctl bench resident");
    page += "<h1>" + escaped(resident_headline(run)) + "</h1>\n";
    std::vector<ResidentPlot> plots;
    for (const ResidentRow& row : run.rows) add_row(row, plots);
    for (ResidentPlot& plot : plots)
        page += "<h2>" + plot.heading + "</h2>\n" + wide(line_plot("n", "GB/s", plot.lines.take()));
    page += "<h2>All rows</h2>\n" + html_table(resident_cells(run), 2);
    return page + "<p>" + kResidentClocks + "</p>\n" + kPageEnd;
}

}  // namespace hgctl
