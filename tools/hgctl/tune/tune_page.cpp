#include "tools/hgctl/tune/tune_page.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "tools/hgctl/tune/tune_map.hpp"
#include "tools/report/page/html_page.hpp"
#include "tools/report/page/rate_colour.hpp"
#include "tools/report/quantity.hpp"

namespace hgctl {
namespace {

using hg::kernels::TunedCell;

constexpr const char* kTuneStyle = R"(h2 { margin: 2rem 0 0.5rem; }
.maps { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; }
.map { overflow-x: auto; max-width: 100%; }
)";

/// "GEMM"
std::string in_capitals(std::string_view word) {
    std::string text(word);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

/// The fastest rate of any cell of a type.
double best_rate(const TuneRun& run, hg::ElementType type) {
    double best = 0;
    for (const TunedCell& cell : run.report.cells)
        if (const auto* first = winner(cell); first != nullptr && cell.problem.type == type)
            best = std::max(best, rate(cell, *first));
    return best;
}

void write_scale(std::ostream& page, const TuneRun& run, double best) {
    constexpr int kSteps = 60;
    constexpr int kStep = 4;
    page << "<div class=\"wide\"><svg width=\"330\" height=\"40\" viewBox=\"0 0 330 40\" role=\"img\">\n";
    for (int i = 0; i < kSteps; ++i)
        page << "<rect x=\"" << 20 + i * kStep << "\" y=\"2\" width=\"" << kStep + 1
             << "\" height=\"14\" fill=\"" << rate_colour((i + 0.5) / kSteps).fill << "\"/>\n";
    page << "<text x=\"20\" y=\"33\" text-anchor=\"middle\" class=\"label\">0</text>\n<text x=\""
         << 20 + kSteps * kStep << "\" y=\"33\" text-anchor=\"middle\" class=\"label\">"
         << rate_text(*run.options.routine, best) << "</text>\n</svg></div>\n";
}

void write_type(std::ostream& page, const TuneRun& run, hg::ElementType type, const KernelLetters& letters) {
    const double best = best_rate(run, type);
    page << "<h2>" << hg::name(type) << ", " << map_unit(*run.options.routine, best).name << "</h2>\n";
    write_scale(page, run, best);
    page << "<div class=\"maps\">\n";
    const auto operations = static_cast<int>(run.options.routine->operations.size());
    for (int operation = 0; operation < operations; ++operation) {
        std::vector<const TunedCell*> cells;
        for (const TunedCell& cell : run.report.cells)
            if (cell.problem.type == type && cell.problem.operation == operation) cells.push_back(&cell);
        if (!cells.empty())
            page << "<div class=\"map\"><h3>" << kind_text(cells.front()->problem) << "</h3>\n"
                 << tune_map(run, cells, letters, best) << "</div>\n";
    }
    page << "</div>\n";
}

void write_legend(std::ostream& page, const KernelLetters& letters) {
    page << "<h2>Kernels</h2>\n<div class=\"wide\"><table>\n<tr><th></th><th>kernel</th><th "
            "class=\"number\">cells</th></tr>\n";
    for (const KernelLetters::Entry& entry : letters.entries())
        page << "<tr><td><b>" << entry.letter << "</b></td><td><code>" << escaped(entry.kernel)
             << "</code></td><td class=\"number\">" << entry.cells << "</td></tr>\n";
    page << "</table></div>\n";
}

void write_cells(std::ostream& page, const TuneRun& run) {
    page << "<h2>Cells</h2>\n<div class=\"wide\"><table>\n<tr><th>type, ops</th><th class=\"number\">"
         << hg::kernels::product_text(run.options.routine->extents)
         << "</th><th>best kernel</th><th class=\"number\">rate</th><th>runner-up</th><th "
            "class=\"number\">rate</th></tr>\n";
    const auto write_kernel = [&](const TunedCell& cell, const hg::kernels::Measured* measured) {
        page << "<td><code>" << (measured ? escaped(measured->kernel.name) : "none")
             << "</code></td><td class=\"number\">" << (measured ? rate_text(run, cell, *measured) : "")
             << "</td>";
    };
    for (const TunedCell& cell : run.report.cells) {
        page << "<tr><td>" << kind_text(cell.problem) << "</td><td class=\"number\">"
             << extent_text(cell.problem) << "</td>";
        write_kernel(cell, winner(cell));
        write_kernel(cell, runner_up(cell));
        page << "</tr>\n";
    }
    page << "</table></div>\n";
}

void write_measurements(std::ostream& page, const TuneRun& run) {
    page << "<h2>Measurements</h2>\n<p>" << verdicts_text(run.verdicts())
         << ". Search: " << method_word(run.options.search.method) << ", " << fixed(run.seconds, 0) << " s"
         << ". " << (run.report.complete ? "" : std::string(kIncomplete) + ". ")
         << "Times are the device's own, a median of several runs after a warm-up, operands in its "
            "memory.</p>\n";
    for (const std::string& line : partly_searched_lines(run)) page << "<p>" << escaped(line) << ".</p>\n";
    const std::vector<std::string> wrong = wrong_lines(run.report);
    if (wrong.empty()) return;
    page << "<h3>Wrong results</h3>\n<ul>\n";
    for (const std::string& line : wrong) page << "<li><code>" << escaped(line) << "</code></li>\n";
    page << "</ul>\n";
}

std::string title_of(const TuneRun& run) {
    return "Tuned " + in_capitals(run.options.routine->word) + " kernels";
}

void write_run(std::ostream& page, const TuneRun& run) {
    const KernelLetters letters(run.report);
    page << "<h1>" << title_of(run) << " on " << escaped(run.device.name) << "</h1>\n<p>"
         << escaped(run.device.platform) << ", driver " << escaped(run.device.driver)
         << ". Each map shows the best kernel of every cell of the tuning grid, by its letter, and its rate. "
            "Sizes between the cells take the nearest cell's kernel.";
    if (run.options.routine->unit == hg::kernels::RateUnit::bytes)
        page << " Rates count the bytes that are moved at least.";
    if (run.memory_rate > 0)
        page << " Percentages are of the " << bytes_rate_text(run.memory_rate)
             << " that the device's memory carries.";
    page << "</p>\n";
    for (const hg::ElementType type : run.options.types) write_type(page, run, type, letters);
    write_legend(page, letters);
    write_cells(page, run);
    write_measurements(page, run);
}

}  // namespace

std::string tune_page(const TuneRun& run) {
    return tune_page(std::vector<TuneRun>{run});
}

std::string tune_page(const std::vector<TuneRun>& runs) {
    std::ostringstream page;
    page << page_head(runs.size() == 1 ? title_of(runs.front()) : "Tuned kernels", kTuneStyle);
    for (const TuneRun& run : runs) write_run(page, run);
    page << kPageEnd;
    return page.str();
}

}  // namespace hgctl
