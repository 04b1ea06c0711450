#include "tools/hgctl/pages/bench_page.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "tools/hgctl/cli/quantity.hpp"
#include "tools/hgctl/pages/html_page.hpp"
#include "tools/hgctl/pages/line_plot.hpp"
#include "tools/hgctl/trace/run_timeline.hpp"

namespace hgctl {
namespace {

constexpr std::array<const char*, 2> kOurs{"#2f6fdb", "#13a17a"};
constexpr std::array<const char*, 6> kTheirs{"#d9822b", "#a05ac8", "#c0392b",
                                             "#8a6d3b", "#5f6b76", "#b8518a"};
constexpr const char* kIdeal = "#8d99a6";
constexpr const char* kDashed = "6 4";
constexpr const char* kDotted = "2 4";

using Rows = std::vector<const BenchRow*>;

/// The rows of one size and one kind of memory, by number of devices.
Rows rows_of(const BenchRun& run, const std::string& size, const std::string& memory) {
    Rows rows;
    for (const BenchRow& row : run.rows)
        if (size_text(row.bench) == size && row.memory() == memory) rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(), [](const BenchRow* a, const BenchRow* b) {
        return a->bench.devices < b->bench.devices;
    });
    return rows;
}

template <class Rate>
PlotLine line(const Rows& rows, const std::string& name, const char* colour, const char* dashes,
              const Rate& rate) {
    PlotLine result{name, colour, dashes, {}};
    for (const BenchRow* row : rows)
        if (const double value = rate(*row); value > 0) result.points.emplace_back(row->bench.devices, value);
    return result;
}

/// Ours with T*, then the peers; ideal is the rate of the fewest devices, times the number of devices.
void add_lines(const BenchRun& run, const Rows& rows, const std::string& memory, std::size_t colour,
               std::vector<PlotLine>& lines) {
    lines.push_back(
        line(rows, "hg, " + memory, kOurs[colour], "", [](const BenchRow& row) { return row.rate(); }));
    lines.push_back(line(rows, "T*, " + memory, kOurs[colour], kDashed,
                         [](const BenchRow& row) { return row.flops() / row.roof.seconds; }));
    const double one = rows.front()->rate() / rows.front()->bench.devices;
    lines.push_back(line(rows, "ideal, " + memory, kIdeal, kDotted,
                         [&](const BenchRow& row) { return one * row.bench.devices; }));
    for (std::size_t p = 0; p < run.peers.size(); ++p) {
        const char* peer_colour = kTheirs[(2 * p + colour) % kTheirs.size()];
        lines.push_back(line(rows, run.peers[p] + ", " + memory, peer_colour, "", [&](const BenchRow& row) {
            const PeerResult* peer = row.peer(run.peers[p]);
            return peer == nullptr ? 0.0 : row.flops() / peer->times.best();
        }));
    }
}

std::string scaling_plot(const BenchRun& run, const std::string& size) {
    std::vector<PlotLine> lines;
    std::size_t colour = 0;
    for (const std::string memory : {"pageable", "pinned"}) {
        const Rows rows = rows_of(run, size, memory);
        if (!rows.empty()) add_lines(run, rows, memory, colour, lines);
        ++colour;
    }
    std::erase_if(lines, [](const PlotLine& line) { return line.points.empty(); });
    double most = 0;
    for (const PlotLine& line : lines)
        for (const auto& [devices, rate] : line.points) most = std::max(most, rate);
    const double unit = most >= 1e12 ? 1e12 : 1e9;
    for (PlotLine& line : lines)
        for (auto& [devices, rate] : line.points) rate /= unit;
    return line_plot("devices", most >= 1e12 ? "TFLOP/s" : "GFLOP/s", lines);
}

/// The rows' sizes, each once, with what they are.
std::vector<std::pair<std::string, std::string>> sizes_of(const BenchRun& run) {
    std::vector<std::pair<std::string, std::string>> sizes;
    for (const BenchRow& row : run.rows) {
        const std::pair<std::string, std::string> size{size_name(row.bench), size_text(row.bench)};
        if (std::find(sizes.begin(), sizes.end(), size) == sizes.end()) sizes.push_back(size);
    }
    return sizes;
}

std::string machine_text(const BenchRun& run) {
    std::string text;
    for (std::size_t i = 0; i < run.devices.size();) {
        std::size_t same = 1;
        while (i + same < run.devices.size() && run.devices[i + same] == run.devices[i]) ++same;
        text += (text.empty() ? "" : ", ") + std::to_string(same) + " x " + run.devices[i];
        i += same;
    }
    return text + "; " + std::to_string(std::max(1U, std::thread::hardware_concurrency())) + " cores";
}

std::string timeline_part(const BenchRun& run) {
    if (!run.last || run.rows.empty()) return {};
    const hg::RunReport report = run.last->report();
    return "<h2>One run: " + escaped(title(run.rows.back().bench)) + "</h2>\n<p>" + escaped(report.verdict) +
           ". Overlap " + fixed(100 * report.overlap, 0) +
           " % of what could be hidden. On the right, the share of the run in which each was at work.</p>\n"
           "<div class=\"wide\">" +
           run_timeline(*run.last) + "</div>\n";
}

}  // namespace

std::string bench_page(const BenchRun& run) {
    std::string page = page_head("hgctl bench " + run.base.routine->name);
    page += "<h1>" + escaped(headline(run)) + "</h1>\n<p>" + escaped(machine_text(run)) + ". Best of " +
            count_text(static_cast<std::size_t>(run.base.repeat), "run") + ".</p>\n";
    for (const auto& [name, size] : sizes_of(run)) {
        page.append("<h2>").append(escaped(std::string(name).append(" = ").append(size)));
        page.append("</h2>\n<div class=\"wide\">").append(scaling_plot(run, size)).append("</div>\n");
    }
    page += timeline_part(run);
    page += "<h2>All rows</h2>\n" + html_table(bench_cells(run));
    for (const std::string& text : link_lines(run)) page += "<p>" + escaped(text) + ".</p>\n";
    page +=
        "<p>T* is what kernels, links and host copies allow as measured on this machine; ideal is the rate "
        "of "
        "the fewest devices times their number. Predicted is the time that simulation gives. An error up to "
        "1 is good.</p>\n";
    if (!run.base.routine->residual.empty())
        page += "<p>The " + escaped(run.base.routine->residual) + " is " +
                escaped(run.base.routine->residual_help) + ".</p>\n";
    return page + kPageEnd;
}

}  // namespace hgctl
