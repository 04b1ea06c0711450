#include "tools/hgctl/bench/bench_page.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <thread>
#include <utility>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/line_plot.hpp"
#include "tools/report/quantity.hpp"
#include "tools/report/trace/run_timeline.hpp"

namespace hgctl {
namespace {

constexpr std::array<const char*, 2> kOurs{"#2f6fdb", "#13a17a"};
constexpr std::array<const char*, 6> kTheirs{"#d9822b", "#a05ac8", "#c0392b",
                                             "#8a6d3b", "#5f6b76", "#b8518a"};
constexpr const char* kIdeal = "#8d99a6";
constexpr const char* kDotted = "2 4";

using PlotRows = std::vector<const BenchRow*>;

/// What the rows of a plot differ in.
enum class Axis { devices, n };

/// The number of devices; if the run has one alone, n.
Axis axis_of(const BenchRun& run) {
    const bool one = std::all_of(run.rows.begin(), run.rows.end(), [&](const BenchRow& row) {
        return row.bench.devices == run.rows.front().bench.devices;
    });
    return one ? Axis::n : Axis::devices;
}

double place(const BenchRow& row, Axis axis) {
    return axis == Axis::n ? static_cast<double>(row.bench.n) : row.bench.devices;
}

std::string heading(const BenchRow& row) {
    return size_name(row.bench) + " = " + size_text(row.bench);
}

/// Equal for the rows of one plot.
std::string plot_of(const BenchRow& row, Axis axis) {
    if (axis == Axis::devices) return heading(row);
    std::string others = size_name(row.bench);
    if (others == "n") return others;
    for (const BenchSize& size : row.bench.routine->sizes)
        if (size.name != "n") others += ' ' + std::to_string(row.bench.*size.value);
    return others;
}

/// The rows of each plot, in the order of the axis.
std::vector<PlotRows> plots_of(const BenchRun& run, Axis axis) {
    std::vector<PlotRows> plots;
    for (const BenchRow& row : run.rows) {
        auto plot = std::find_if(plots.begin(), plots.end(), [&](const PlotRows& rows) {
            return plot_of(*rows.front(), axis) == plot_of(row, axis);
        });
        if (plot == plots.end()) plot = plots.insert(plot, PlotRows{});
        plot->push_back(&row);
    }
    for (PlotRows& rows : plots)
        std::stable_sort(rows.begin(), rows.end(), [&](const BenchRow* a, const BenchRow* b) {
            return place(*a, axis) < place(*b, axis);
        });
    return plots;
}

template <class Rate>
PlotLine line(const PlotRows& rows, Axis axis, const std::string& name, const char* colour,
              const char* dashes, const Rate& rate) {
    PlotLine result{name, colour, dashes, {}};
    for (const BenchRow* row : rows)
        if (const double value = rate(*row); value > 0) result.points.emplace_back(place(*row, axis), value);
    return result;
}

/// Ours with T*, then the peers; ideal is the rate of the fewest devices, times the number of devices.
void add_lines(const BenchRun& run, const PlotRows& rows, Axis axis, std::size_t colour,
               std::vector<PlotLine>& lines) {
    const std::string memory = rows.front()->memory();
    const auto add = [&](const std::string& name, const char* paint, const char* dashes, const auto& rate) {
        lines.push_back(line(rows, axis, name + ", " + memory, paint, dashes, rate));
    };
    add("hg", kOurs[colour], "", [](const BenchRow& row) { return row.rate(); });
    add("T*", kOurs[colour], kDashed, [](const BenchRow& row) { return row.roof_rate(); });
    const double one = rows.front()->rate() / rows.front()->bench.devices;
    if (axis == Axis::devices)
        add("ideal", kIdeal, kDotted, [&](const BenchRow& row) { return one * row.bench.devices; });
    for (std::size_t p = 0; p < run.peers.size(); ++p)
        add(run.peers[p], kTheirs[(2 * p + colour) % kTheirs.size()], "", [&](const BenchRow& row) {
            const PeerResult* peer = row.peer(run.peers[p]);
            return peer == nullptr ? 0.0 : row.amount() / peer->times.best();
        });
}

std::string plot_part(const BenchRun& run, const PlotRows& all, Axis axis) {
    std::vector<PlotLine> lines;
    std::size_t colour = 0;
    for (const std::string memory : {"pageable", "pinned"}) {
        PlotRows rows;
        std::copy_if(all.begin(), all.end(), std::back_inserter(rows),
                     [&](const BenchRow* row) { return row->memory() == memory; });
        if (!rows.empty()) add_lines(run, rows, axis, colour, lines);
        ++colour;
    }
    std::string sizes = heading(*all.front());
    if (all.back()->bench.n != all.front()->bench.n) sizes += " to " + size_text(all.back()->bench);
    return "<h2>" + escaped(sizes) + "</h2>\n<div class=\"wide\">" +
           rate_plot(axis == Axis::n ? "n" : "devices", run.base.routine->unit, std::move(lines)) +
           "</div>\n";
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
    const Axis axis = axis_of(run);
    for (const PlotRows& rows : plots_of(run, axis)) page += plot_part(run, rows, axis);
    page += timeline_part(run);
    page += "<h2>All rows</h2>\n" + html_table(bench_cells(run));
    for (const std::string& text : link_lines(run)) page += "<p>" + escaped(text) + ".</p>\n";
    page += "<p>" + escaped(roof_text(run)) + ". ";
    if (axis == Axis::devices) page += "Ideal is the rate of the fewest devices times their number. ";
    page += "Predicted is the time that simulation gives. An error up to 1 is good.</p>\n";
    if (!run.base.routine->residual.empty())
        page += "<p>The " + escaped(run.base.routine->residual) + " is " +
                escaped(run.base.routine->residual_help) + ".</p>\n";
    return page + kPageEnd;
}

}  // namespace hgctl
