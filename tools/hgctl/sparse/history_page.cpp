#include "tools/hgctl/sparse/history_page.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "tools/report/page/html_page.hpp"
#include "tools/report/page/line_plot.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

/// Points of the line; of a longer history, some are left out evenly. The last one stays.
constexpr std::size_t kMostIterationsShown = 500;

PlotLine line_of(const std::vector<double>& history, const std::string& name) {
    PlotLine line{name, line_colour(0), "", {}};
    const std::size_t step = 1 + history.size() / kMostIterationsShown;
    for (std::size_t i = 0; i < history.size(); ++i)
        if (i % step == 0 || i + 1 == history.size())
            line.points.emplace_back(static_cast<double>(i), history[i]);
    return line;
}

}  // namespace

std::string history_page(const SolvedBy& how, const hg::SolveReport& report) {
    const std::string plot = line_plot("iterations", "|r| / |b|", {line_of(report.history, how.method)}, Axes::falling);
    return page_head("hgctl solve") + "<h1>" + escaped(how.matrix) + " by " + escaped(how.method) +
           "</h1>\n" + (plot.empty() ? std::string() : wide(plot)) +
           html_table(
               {{"preconditioner", "ended", "iterations", "|b - A x| / |b|", "time"},
                {how.preconditioner, std::string(hg::name(report.reason)), std::to_string(report.iterations),
                 rough(report.residual), seconds_text(report.seconds)}},
               2) +
           "<p>The plot has the residual that the method updates; that of the table is computed anew from "
           "x.</p>\n" +
           kPageEnd;
}

}  // namespace hgctl
